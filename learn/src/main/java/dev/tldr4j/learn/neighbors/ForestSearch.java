package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/**
 * Nearest neighbours without comparing everything with everything: {@link PartitionTree}s cut the rows into leaves, and
 * within a leaf every row is compared with every other, in one matrix product. What one tree parts, another brings together.
 * Now and then every row is compared with its neighbours' neighbours. The recall on a sample says when it is enough.
 */
final class ForestSearch {
    /** The most rows in a leaf: products of this size run at full speed. */
    private static final int LEAF = ScoreTile.MOST;

    /** A leaf must hold more rows than any of them has neighbours, by far. */
    static final int MOST_NEIGHBORS = LEAF / 8;

    private static final int SKETCH_DIMS = 32;

    /** Trees between two looks at the recall. */
    private static final int GROVE = 4;

    /** A meeting costs less than a grove; it must promise at least this share of what the next grove will find. */
    private static final double WORTH_MEETING = 0.5;

    /** More trees than there will be. */
    private static final int NEVER = Integer.MAX_VALUE / 2;

    private final ScoredRows rows;
    private final int kept;
    private final Workers workers;
    private final long seed;
    private final PrincipalSketch sketch;
    private TopK top;
    /** The last one grown. */
    private PartitionTree tree;

    /** @param kept how many candidates every row keeps */
    ForestSearch(Vectors vectors, ScoredRows rows, int kept, long seed, Workers workers) {
        this.rows = rows;
        this.kept = kept;
        this.workers = workers;
        this.seed = seed;
        this.sketch = PrincipalSketch.of(vectors, rows, SKETCH_DIMS, workers, seed);
    }

    /** How many trees cost about as much as comparing half of all pairs: beyond that, exact search is the better way. */
    private int mostTrees() {
        return Math.max(GROVE, rows.rows() / LEAF / 2);
    }

    /**
     * Searches until the sample's recall is as wanted.
     *
     * @param states where to continue from and what to keep, or null
     * @return every row's candidates, or null where that would take longer than an exact search
     */
    TopK search(double wanted, SampledRecall sample, SearchStates states, ProgressListener listener)
            throws IOException {
        int most = mostTrees();
        SearchStates.State begin = SearchStates.begin(states, rows.rows(), kept);
        int trees = begin.step();
        top = begin.top();
        double recall = sample.of(top);
        int expected = most;
        while (recall < wanted) {
            double earlier = recall;
            for (int i = 0; i < GROVE; i++) {
                compareWithinLeaves(trees++);
                listener.progress(Progress.of("neighbours", trees, Math.max(expected, trees + 1)));
            }
            recall = sample.of(top);
            double nextGrove = (recall - earlier) * (1 - recall) / (1 - earlier);
            if (recall < wanted && sample.ofNeighborsOfNeighbors(top) - recall >= WORTH_MEETING * nextGrove) {
                meetNeighborsOfNeighbors();
                recall = sample.of(top);
            }
            expected = trees + treesToCome(1 - earlier, 1 - recall, 1 - wanted);
            if (expected > most) {
                return null;
            }
            if (states != null) {
                states.saveWhenDue(trees, top);
            }
        }
        listener.progress(Progress.of("neighbours", trees, trees));
        return top;
    }

    /**
     * How many more trees it takes until no more is missed than wanted, if each grove finds the same share of what was missed
     * before it as the last one did. As easy neighbours are found first, it takes rather more.
     */
    private static int treesToCome(double missedBefore, double missed, double wanted) {
        if (missed <= wanted) {
            return 0;
        }
        if (missed >= missedBefore) {
            return NEVER; // where very many rows are copies of each other
        }
        double groves = Math.log(wanted / missed) / Math.log(missed / missedBefore);
        return (int) Math.min(NEVER, GROVE * Math.ceil(groves));
    }

    private void compareWithinLeaves(int number) {
        tree = PartitionTree.grow(sketch, rows.rows(), LEAF, seed + number, workers);
        workers.run(tree.leaves(), () -> new ScoreTile(rows.dims(), LEAF, LEAF), (leaf, tile) -> {
            tile.loadLeft(rows, tree.leaf(leaf));
            tile.compareAmongLeft(top, true);
        });
    }

    /** Goes from leaf to leaf: near rows have neighbours in common, which are then still in the cache. */
    private void meetNeighborsOfNeighbors() {
        int[] known = top.candidates();
        workers.run(tree.leaves(), () -> new LocalJoin(rows, top, known), (leaf, meeting) -> {
            for (int row : tree.leaf(leaf)) {
                meeting.meet(row);
            }
        });
    }
}

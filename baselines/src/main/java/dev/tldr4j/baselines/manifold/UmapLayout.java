package dev.tldr4j.baselines.manifold;

import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;

/**
 * Moves points until neighbours are near and others far, by UMAP's gradient. Every point takes its own steps, and sees where
 * others were a moment ago; after a slice of the points has moved, all see it. So many threads work at once, and the result
 * is the same bits on any number of them.
 */
final class UmapLayout {
    /** Parts of an epoch after which all see what moved. */
    private static final int SLICES = 32;

    /** Points a task moves. */
    private static final int RANGE = 64;

    /** Others that repel, for every neighbour that attracts. */
    private static final int REPELLING = 5;

    /** No step is longer in any direction. */
    private static final float LONGEST = 4;

    /** New points start where they belong, and take shorter steps. */
    private static final float PLACING_RATE = 0.25f;

    private final UmapCurve curve;
    private final int dims;
    private final long seed;
    private final int threads;

    UmapLayout(UmapCurve curve, int dims, long seed, int threads) {
        this.curve = curve;
        this.dims = dims;
        this.seed = seed;
        this.threads = threads;
    }

    /** Moves all points. Of a pair of neighbours each moves by itself, by as much as if the other's turn moved it, too. */
    void settle(float[] points, NeighborMatrix graph, int epochs, ProgressListener listener) {
        float[] rates = rates(graph.values());
        ProgressCounter done = new ProgressCounter("layout", epochs, listener);
        int rows = graph.rows();
        float[] next = points.clone();
        try (Workers workers = new Workers(threads)) {
            for (int epoch = 0; epoch < epochs; epoch++) {
                Epoch moves = new Epoch(
                        points,
                        rows,
                        next,
                        graph.starts(),
                        graph.columns(),
                        rates,
                        epoch,
                        1 - (float) epoch / epochs,
                        2);
                for (int slice = 0; slice < SLICES; slice++) {
                    int first = (int) ((long) rows * slice / SLICES);
                    int end = (int) ((long) rows * (slice + 1) / SLICES);
                    workers.runRanges(end - first, RANGE, (from, to) -> moves.move(first + from, first + to));
                    System.arraycopy(next, first * dims, points, first * dims, (end - first) * dims);
                }
                done.oneMore();
            }
        }
    }

    /** New points among others at rest, from the weighted mean of their neighbours on. */
    float[] place(float[] points, Neighborhoods near, float[] weights, int epochs) {
        int k = near.k();
        float[] placed = new float[near.rows() * dims];
        int[] starts = new int[near.rows() + 1];
        for (int i = 0; i < near.rows(); i++) {
            starts[i + 1] = (i + 1) * k;
            double sum = 0;
            for (int j = i * k; j < (i + 1) * k; j++) {
                sum += weights[j];
            }
            for (int j = i * k; j < (i + 1) * k; j++) {
                for (int c = 0; c < dims; c++) {
                    placed[i * dims + c] += (float) (weights[j] / sum * points[near.neighbors()[j] * dims + c]);
                }
            }
        }
        float[] rates = rates(weights);
        try (Workers workers = new Workers(threads)) {
            for (int epoch = 0; epoch < epochs; epoch++) {
                Epoch moves = new Epoch(
                        points,
                        points.length / dims,
                        placed,
                        starts,
                        near.neighbors(),
                        rates,
                        epoch,
                        PLACING_RATE * (1 - (float) epoch / epochs),
                        1);
                workers.runRanges(near.rows(), RANGE, moves::move);
            }
        }
        return placed;
    }

    /** How many times an epoch a neighbour attracts; the surest do once. */
    private static float[] rates(float[] weights) {
        float largest = Float.MIN_NORMAL;
        for (float weight : weights) {
            largest = Math.max(largest, weight);
        }
        float[] rates = new float[weights.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = weights[i] / largest;
        }
        return rates;
    }

    /** One epoch's moves. */
    private final class Epoch {
        private final float[] seen;
        private final int others;
        private final float[] moved;
        private final int[] starts;
        private final int[] neighbors;
        private final float[] rates;
        private final int epoch;
        private final float rate;
        private final float pull;

        /**
         * @param seen where points are that attract and repel
         * @param moved where the points are that move; may not be the same array
         * @param pull how many steps a neighbour's attraction is worth
         */
        Epoch(
                float[] seen,
                int others,
                float[] moved,
                int[] starts,
                int[] neighbors,
                float[] rates,
                int epoch,
                float rate,
                int pull) {
            this.seen = seen;
            this.others = others;
            this.moved = moved;
            this.starts = starts;
            this.neighbors = neighbors;
            this.rates = rates;
            this.epoch = epoch;
            this.rate = rate;
            this.pull = pull;
        }

        void move(int from, int to) {
            float[] point = new float[dims];
            for (int i = from; i < to; i++) {
                long random = mixed(seed * 0x9E3779B97F4A7C15L + ((long) epoch << 32) + i);
                System.arraycopy(moved, i * dims, point, 0, dims);
                for (int at = starts[i]; at < starts[i + 1]; at++) {
                    if ((int) (rates[at] * (epoch + 1)) == (int) (rates[at] * epoch)) {
                        continue;
                    }
                    step(point, neighbors[at], true);
                    for (int j = 0; j < REPELLING; j++) {
                        random = random * 6364136223846793005L + 1442695040888963407L;
                        step(point, (int) ((random >>> 33) * others >>> 31), false);
                    }
                }
                System.arraycopy(point, 0, moved, i * dims, dims);
            }
        }

        private void step(float[] point, int other, boolean attracts) {
            int at = other * dims;
            float squares = 0;
            for (int c = 0; c < dims; c++) {
                float difference = point[c] - seen[at + c];
                squares += difference * difference;
            }
            if (squares < Float.MIN_NORMAL) {
                return; // the same place, or the same point
            }
            float factor = attracts ? -curve.attraction(squares) : curve.repulsion(squares);
            float length = attracts ? pull * rate : rate;
            for (int c = 0; c < dims; c++) {
                float step = factor * (point[c] - seen[at + c]);
                point[c] += length * Math.max(-LONGEST, Math.min(LONGEST, step));
            }
        }
    }

    /** Spreads neighbouring numbers over all 64 bits (Stafford's variant of a finaliser in common use). */
    private static long mixed(long number) {
        long mixed = (number ^ number >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}

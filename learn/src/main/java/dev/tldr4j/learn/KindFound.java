package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * How many rows of its own kind a row that was not learned from finds in the reduced space. Its kind are the ten rows that are
 * most often among the nearest of its own nearest: several rows have to agree on them, so that what one row is near to by
 * chance, or by what is better forgotten, counts less than in {@link HeldOutNeighbors}. Encoders should scale their outputs to
 * length 1, so that none is better or worse for how these spread.
 */
final class KindFound implements Validation {
    /** More rows to look for neighbours in would take longer and say the same. */
    private static final int MOST_ROWS = 20_000;

    private static final int VOTERS = 5;

    /** A voter votes for itself, too. */
    private static final int VOTES = 11;

    private static final int KIND = 10;

    private final Vectors heldOut;
    private final Vectors others;
    private final int threads;
    private final int k;
    private final int[] kind;

    /**
     * @param learned the rows that are learned from
     * @param metric what near means in the full space
     */
    KindFound(Vectors heldOut, Vectors learned, Metric metric, int threads, long seed) {
        this.heldOut = heldOut;
        this.others = learned.rows() <= MOST_ROWS
                ? learned
                : learned.select(RandomRows.draw(learned.rows(), MOST_ROWS, seed));
        this.threads = threads;
        this.k = Math.min(KIND, others.rows());
        ExactSearch search = new ExactSearch(metric, threads);
        int voters = Math.min(VOTERS, others.rows());
        int[] nearest = search.nearest(others, heldOut, voters, ProgressListener.SILENT);
        this.kind = kind(nearest, voters, search);
    }

    private int[] kind(int[] nearest, int voters, ExactSearch search) {
        int[] asked = Arrays.stream(nearest).distinct().sorted().toArray();
        int votes = Math.min(VOTES, others.rows());
        int[] voted = search.nearest(others, others.select(asked), votes, ProgressListener.SILENT);
        int[] kinds = new int[heldOut.rows() * k];
        for (int row = 0; row < heldOut.rows(); row++) {
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = row * voters; i < (row + 1) * voters; i++) {
                int voter = Arrays.binarySearch(asked, nearest[i]);
                for (int j = voter * votes; j < (voter + 1) * votes; j++) {
                    counts.merge(voted[j], 1, Integer::sum);
                }
            }
            int[] first = counts.keySet().stream()
                    .sorted(Comparator.comparing((Integer other) -> -counts.get(other))
                            .thenComparing(Comparator.naturalOrder()))
                    .mapToInt(Integer::intValue)
                    .limit(k)
                    .toArray();
            System.arraycopy(first, 0, kinds, row * k, k);
        }
        return kinds;
    }

    @Override
    public String name() {
        return "kind found";
    }

    @Override
    public double figure(Encoder encoder) throws IOException {
        BatchEncoder batches = new BatchEncoder(encoder, threads);
        try (Vectors asked = batches.encode(heldOut, ProgressListener.SILENT);
                Vectors among = batches.encode(others, ProgressListener.SILENT)) {
            int[] found = new ExactSearch(Metric.L2, threads).nearest(among, asked, k, ProgressListener.SILENT);
            return HeldOutNeighbors.shareKept(kind, found, k);
        }
    }
}

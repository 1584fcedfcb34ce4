package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/**
 * How soon a row that was not learned from finds its nearest neighbour again in the reduced space: the mean of one over the place
 * at which it comes. Encoders should scale their outputs to length 1, so that none is better or worse for how these spread.
 */
final class NearestFound implements Validation {
    /** More rows to look for neighbours in would take longer and say the same. */
    private static final int MOST_ROWS = 20_000;

    /** Places after this one count as never. */
    private static final int LAST_PLACE = 100;

    private final Vectors heldOut;
    private final Vectors others;
    private final int threads;
    private final int[] nearest;

    /**
     * @param learned the rows that are learned from
     * @param metric what near means in the full space
     */
    NearestFound(Vectors heldOut, Vectors learned, Metric metric, int threads, long seed) {
        this.heldOut = heldOut;
        this.others = learned.rows() <= MOST_ROWS
                ? learned
                : learned.select(RandomRows.draw(learned.rows(), MOST_ROWS, seed));
        this.threads = threads;
        this.nearest = new ExactSearch(metric, threads).nearest(others, heldOut, 1, ProgressListener.SILENT);
    }

    @Override
    public String name() {
        return "nearest neighbour found";
    }

    @Override
    public double figure(Encoder encoder) throws IOException {
        BatchEncoder batches = new BatchEncoder(encoder, threads);
        int places = Math.min(LAST_PLACE, others.rows());
        try (Vectors asked = batches.encode(heldOut, ProgressListener.SILENT);
                Vectors among = batches.encode(others, ProgressListener.SILENT)) {
            int[] found = new ExactSearch(Metric.L2, threads).nearest(among, asked, places, ProgressListener.SILENT);
            double sum = 0;
            for (int i = 0; i < found.length; i++) {
                sum += found[i] == nearest[i / places] ? 1.0 / (i % places + 1) : 0;
            }
            return sum / nearest.length;
        }
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.util.Optional;

/**
 * How soon a row that was not learned from finds its nearest neighbour again in the reduced space: the mean of one over the place
 * at which it comes. Encoders should scale their outputs to length 1, so that none is better or worse for how these spread.
 */
final class NearestFound implements Validation {
    /** Places after this one count as never. */
    private static final int LAST_PLACE = 100;

    private final HeldOutSearch search;
    private final int[] nearest;

    /**
     * @param metric what near means in the full space
     * @param space where near is meant instead, if anywhere
     */
    NearestFound(HeldOutSearch search, Metric metric, Optional<Encoder> space) throws IOException {
        this.search = search;
        this.nearest = space.isPresent() ? search.nearest(1, Metric.L2, space.get()) : search.nearest(1, metric);
    }

    @Override
    public String name() {
        return "nearest neighbour found";
    }

    @Override
    public double figure(Encoder encoder) throws IOException {
        int places = Math.min(LAST_PLACE, search.rows());
        int[] found = search.nearest(places, Metric.L2, encoder);
        double sum = 0;
        for (int i = 0; i < found.length; i++) {
            sum += found[i] == nearest[i / places] ? 1.0 / (i % places + 1) : 0;
        }
        return sum / nearest.length;
    }
}

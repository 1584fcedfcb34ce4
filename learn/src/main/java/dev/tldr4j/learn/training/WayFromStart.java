package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import java.io.IOException;

/**
 * The straight line from the weights that training started at to those that it ended with. Training goes too far for some vectors:
 * somewhere between, an encoder keeps what the start knew and has most of what was learned. Both are linear and the end comes from
 * the start, so what lies between is an encoder, too. docs/explanation/recipe.md has the measurements behind the numbers.
 */
final class WayFromStart {
    /** The places that are looked at, the furthest first. */
    private static final double[] SHARES = {1, 0.85, 0.7, 0.5};

    /** Figures that differ by less than this many standard errors are level; the further place is taken. */
    private static final double LEVEL = 0.35;

    /**
     * How far a place may fall behind the start and still be taken, in standard errors. What is measured is the order of the full
     * space, which PCA is made to keep, and of few rows; what was learned found more of what is relevant where it was behind by
     * less than this.
     */
    private static final double DOUBT = 1.25;

    private final Affine start;
    private final Affine end;
    private final int rows;

    /** @param rows how many a figure is a mean over */
    WayFromStart(Affine start, Affine end, int rows) {
        this.start = start;
        this.end = end;
        this.rows = rows;
    }

    /** @param share how much of the way: 0 is the start, 1 the end */
    record Place(double share, Affine layer, double figure) {}

    /** What an encoder of one layer is worth, between 0 and 1. */
    interface Measure {
        double figure(Affine layer) throws IOException;
    }

    Place best(double startFigure, double endFigure, Measure measure) throws IOException {
        Place[] places = new Place[SHARES.length];
        double most = 0;
        for (int i = 0; i < places.length; i++) {
            Affine layer = at(SHARES[i]);
            places[i] = new Place(SHARES[i], layer, SHARES[i] == 1 ? endFigure : measure.figure(layer));
            most = Math.max(most, places[i].figure);
        }
        double clearlyBehindStart = startFigure - DOUBT * standardError(startFigure);
        if (most <= clearlyBehindStart) {
            return new Place(0, start, startFigure);
        }
        double enough = Math.max(clearlyBehindStart, most - LEVEL * standardError(most));
        int furthest = 0;
        while (places[furthest].figure < enough) {
            furthest++;
        }
        return places[furthest];
    }

    /** The mean of numbers between 0 and 1 varies by no more than this. */
    private double standardError(double mean) {
        return Math.sqrt(mean * (1 - mean) / rows);
    }

    private Affine at(double share) {
        return share == 1
                ? end
                : new Affine(between(start.weight(), end.weight(), share), between(start.bias(), end.bias(), share));
    }

    private static float[] between(float[] from, float[] to, double share) {
        float[] between = new float[from.length];
        for (int i = 0; i < between.length; i++) {
            between[i] = (float) ((1 - share) * from[i] + share * to[i]);
        }
        return between;
    }
}

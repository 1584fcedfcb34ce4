package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;

/**
 * Rows in small groups. A few dimensions tell the groups apart; a few others are loud but say nothing of the group, and the
 * rest is quiet noise. Nearest neighbours are mostly of one group all the same, since the signal has more dimensions.
 */
final class Groups {
    static final int SIGNALS = 8;
    static final int DIMS = 24;
    private static final int LOUD = 3;

    private final int groups;
    private final int size;
    private final float[][] values;

    Groups(int groups, int size, long seed) {
        this.groups = groups;
        this.size = size;
        this.values = new float[groups * size][DIMS];
        SplittableRandom random = new SplittableRandom(seed);
        for (int group = 0; group < groups; group++) {
            double[] signal = new double[SIGNALS];
            for (int j = 0; j < SIGNALS; j++) {
                signal[j] = random.nextDouble() * 2 - 1;
            }
            for (int member = 0; member < size; member++) {
                float[] row = values[group * size + member];
                for (int j = 0; j < DIMS; j++) {
                    double noise = random.nextDouble() * 2 - 1;
                    row[j] = (float)
                            (j < SIGNALS ? signal[j] + 0.1 * noise : j < SIGNALS + LOUD ? 1.5 * noise : 0.1 * noise);
                }
            }
        }
    }

    Vectors vectors() {
        return Vectors.of(values);
    }

    /** The group of every row. */
    IntRows labels() {
        int[] labels = new int[values.length];
        java.util.Arrays.setAll(labels, i -> i / size);
        return new IntRows("groups", labels.length, 1, labels);
    }

    float[][] values(float scale) {
        float[][] scaled = new float[values.length][DIMS];
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < DIMS; j++) {
                scaled[i][j] = scale * values[i][j];
            }
        }
        return scaled;
    }

    /** How many of every row's three nearest neighbours, after encoding, are of its own group. */
    double neighboursOfTheSameGroup(Encoder encoder) {
        NeighborGraph graph =
                new ExactSearch(Metric.L2, 2).graph(Vectors.of(encoder.encodeAll(values)), 3, ProgressListener.SILENT);
        int same = 0;
        for (int row = 0; row < groups * size; row++) {
            for (int i = 0; i < 3; i++) {
                same += graph.neighbor(row, i) / size == row / size ? 1 : 0;
            }
        }
        return same / (3.0 * groups * size);
    }
}

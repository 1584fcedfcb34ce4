package dev.tldr4j.learn.encode;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** Finds outputs that are the same for all rows: they take room and tell nothing. */
public final class CollapsedOutputs {
    /** An output with less than this part of the largest variance counts as the same for all rows. */
    private static final double NEGLIGIBLE = 1e-9;

    private static final int SAMPLES = 1000;

    private CollapsedOutputs() {}

    /** How many there are, over rows spread evenly. */
    public static int count(Encoder encoder, Vectors vectors) {
        int samples = Math.min(vectors.rows(), SAMPLES);
        float[][] outputs = new float[samples][encoder.outputDims()];
        float[] row = new float[vectors.dims()];
        for (int i = 0; i < samples; i++) {
            vectors.read((int) ((long) i * vectors.rows() / samples), 1, FloatBuffer.wrap(row));
            encoder.encode(row, outputs[i]);
        }
        double[] variances = new double[encoder.outputDims()];
        Arrays.setAll(variances, j -> variance(outputs, j));
        double largest = Arrays.stream(variances).max().orElse(0);
        return (int) Arrays.stream(variances)
                .filter(variance -> variance <= NEGLIGIBLE * largest)
                .count();
    }

    private static double variance(float[][] outputs, int j) {
        double mean =
                Arrays.stream(outputs).mapToDouble(row -> row[j]).average().orElse(0);
        return Arrays.stream(outputs)
                .mapToDouble(row -> (row[j] - mean) * (row[j] - mean))
                .average()
                .orElse(0);
    }
}

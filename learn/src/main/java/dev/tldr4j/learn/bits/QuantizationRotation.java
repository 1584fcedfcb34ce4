package dev.tldr4j.learn.bits;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Turns an encoder's outputs so that few bits a number keep most of them. A rotation changes no angle and no distance, and folds
 * into the last matrix, but it decides what a {@link ScalarQuantizer} loses. It is found in turns, from a random one on: quantize
 * the turned outputs, then take the rotation that brings them nearest to what their codes stand for. With one bit this is
 * iterative quantization (Gong and Lazebnik, "Iterative Quantization: A Procrustean Approach to Learning Binary Codes", 2011).
 */
public final class QuantizationRotation {
    /** What an encoder's metadata calls the bits that it was turned for. */
    public static final String BITS = "quantization_bits";

    /** More change little: the rotation has far fewer degrees of freedom. */
    private static final int MOST_ROWS = 10_000;

    private static final int ROUNDS = 25;

    private static final int BLOCK = 256;

    private final NativeMatrix outputs;
    private final ScalarQuantizer quantizer;
    private final Workers workers;

    private QuantizationRotation(NativeMatrix outputs, int bits, Workers workers) {
        this.outputs = outputs;
        this.quantizer = ScalarQuantizer.leastSquares(bits);
        this.workers = workers;
    }

    /**
     * The encoder with its outputs turned.
     *
     * @param vectors to learn the rotation from
     * @param bits of a number, 1 to 8
     */
    public static Encoder turned(
            Encoder encoder, Vectors vectors, int bits, int threads, long seed, ProgressListener listener)
            throws IOException {
        Vectors sample = vectors.rows() <= MOST_ROWS
                ? vectors
                : vectors.select(RandomRows.draw(vectors.rows(), MOST_ROWS, seed));
        // engines that compare angles quantize vectors of length 1
        try (Workers workers = new Workers(threads);
                Vectors encoded =
                        new BatchEncoder(encoder.normalized(), threads).encode(sample, ProgressListener.SILENT);
                NativeMatrix outputs = new NativeMatrix(encoded.rows(), encoded.dims())) {
            readCentred(encoded, workers, outputs);
            try (NativeMatrix rotation = new QuantizationRotation(outputs, bits, workers).find(seed, listener)) {
                return folded(encoder, rotation, bits);
            }
        }
    }

    private static void readCentred(Vectors encoded, Workers workers, NativeMatrix into) {
        double[] mean = ColumnMeans.of(encoded, workers, ProgressListener.SILENT);
        encoded.read(0, encoded.rows(), into.buffer().duplicate().clear());
        float[] row = new float[encoded.dims()];
        for (int i = 0; i < encoded.rows(); i++) {
            into.get(i, 0, row, 0, row.length);
            for (int j = 0; j < row.length; j++) {
                row[j] -= (float) mean[j];
            }
            into.put(i, 0, row, 0, row.length);
        }
    }

    private NativeMatrix find(long seed, ProgressListener listener) {
        int dims = outputs.cols();
        NativeMatrix rotation = random(dims, seed);
        ProgressCounter done = new ProgressCounter("rotation", ROUNDS, listener);
        try (NativeMatrix turned = new NativeMatrix(outputs.rows(), dims);
                NativeMatrix correlation = new NativeMatrix(dims, dims)) {
            for (int round = 0; round < ROUNDS; round++) {
                OpenBlas.multiply(workers, 1, outputs, false, rotation, true, 0, turned);
                workers.runRanges(turned.rows(), BLOCK, (from, to) -> quantize(turned, from, to));
                OpenBlas.multiply(workers, 1, turned, true, outputs, false, 0, correlation);
                put(OpenBlas.nearestOrthogonal(doubles(correlation), dims), rotation);
                done.oneMore();
            }
        }
        return rotation;
    }

    private void quantize(NativeMatrix rows, int from, int to) {
        float[] row = new float[rows.cols()];
        for (int i = from; i < to; i++) {
            rows.get(i, 0, row, 0, row.length);
            quantizer.quantize(row);
            rows.put(i, 0, row, 0, row.length);
        }
    }

    /** Any rotation is as likely as any other. */
    private static NativeMatrix random(int dims, long seed) {
        Random random = new Random(seed);
        double[] gaussian = new double[Math.multiplyExact(dims, dims)];
        for (int i = 0; i < gaussian.length; i++) {
            gaussian[i] = random.nextGaussian();
        }
        NativeMatrix rotation = new NativeMatrix(dims, dims);
        put(OpenBlas.nearestOrthogonal(gaussian, dims), rotation);
        return rotation;
    }

    private static double[] doubles(NativeMatrix matrix) {
        double[] values = new double[Math.multiplyExact(matrix.rows(), matrix.cols())];
        for (int i = 0; i < values.length; i++) {
            values[i] = matrix.buffer().get(i);
        }
        return values;
    }

    private static void put(double[] values, NativeMatrix matrix) {
        for (int i = 0; i < values.length; i++) {
            matrix.buffer().put(i, (float) values[i]);
        }
    }

    private static Encoder folded(Encoder encoder, NativeMatrix rotation, int bits) {
        List<Affine> layers = new ArrayList<>(encoder.layers());
        int last = layers.size() - 1;
        layers.set(last, folded(layers.get(last), rotation));
        Map<String, String> metadata = new TreeMap<>(encoder.metadata());
        metadata.put(BITS, Integer.toString(bits));
        return Encoder.mlp(layers, metadata);
    }

    private static Affine folded(Affine layer, NativeMatrix rotation) {
        int dims = layer.outputDims();
        double[] turn = doubles(rotation);
        double[] weight = OpenBlas.product(turn, doubles(layer.weight()), dims, dims, layer.inputDims());
        double[] bias = OpenBlas.product(turn, doubles(layer.bias()), dims, dims, 1);
        return new Affine(floats(weight), floats(bias));
    }

    private static double[] doubles(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    private static float[] floats(double[] values) {
        float[] narrow = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            narrow[i] = (float) values[i];
        }
        return narrow;
    }
}

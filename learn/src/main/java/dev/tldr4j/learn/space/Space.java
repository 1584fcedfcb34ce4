package dev.tldr4j.learn.space;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.Centring;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The space in which an encoder is learned: vectors less their mean as they are, in principal coordinates, or whitened by the differences
 * between neighbours. Rows are brought into it once, {@code t = T (x − mean)}, then learned from, and what was learned is folded back
 * into an encoder of vectors. Immutable.
 */
public final class Space {
    /** A deviation below this part of the mean is the rounding of the mean. */
    private static final double ROUNDING = 1e-10;

    /** Over how many rows the deviation is estimated. */
    private static final int SAMPLES = 4096;

    private final double[] mean;
    /** T, or null for the vectors as they are. */
    private final Affine map;

    private final Pca pca;
    private final NeighborWhitening whitening;
    /** The standard deviation of the vectors' own numbers. */
    private final double deviation;

    private Space(double[] mean, Affine map, Pca pca, NeighborWhitening whitening, double deviation) {
        this.mean = mean;
        this.map = map;
        this.pca = pca;
        this.whitening = whitening;
        this.deviation = deviation;
    }

    /** The vectors as they are, less their mean. Refuses vectors that do not vary. */
    public static Space raw(Vectors vectors, int threads, ProgressListener listener) {
        try (Workers workers = new Workers(threads)) {
            double[] mean = ColumnMeans.of(vectors, workers, listener);
            return new Space(mean, null, null, null, deviation(vectors, mean));
        }
    }

    /** Principal coordinates, each divided by a power of its standard deviation; the first has variance 1. */
    public static Space principal(Pca pca, double power) {
        float[] weight = pca.scaledComponents(pca.rank(), power);
        float factor = (float) (1 / Math.sqrt(pca.scaledVariances(1, power, 0)[0]));
        for (int i = 0; i < weight.length; i++) {
            weight[i] *= factor;
        }
        return new Space(pca.mean(), new Affine(weight, Centring.bias(weight, pca.mean())), pca, null, deviation(pca));
    }

    /** All coordinates of a neighbour whitening. */
    public static Space whitened(Pca pca, NeighborWhitening whitening) {
        Affine all = whitening.encoder(whitening.rank()).layers().get(0);
        return new Space(pca.mean(), all, pca, whitening, deviation(pca));
    }

    private static double deviation(Pca pca) {
        double[] variances = pca.variances();
        return Math.sqrt(Arrays.stream(variances).map(v -> Math.max(0, v)).sum() / variances.length);
    }

    /** Over rows spread evenly. */
    private static double deviation(Vectors vectors, double[] mean) {
        int samples = Math.min(vectors.rows(), SAMPLES);
        float[] row = new float[vectors.dims()];
        double squares = 0;
        for (int i = 0; i < samples; i++) {
            vectors.read((int) ((long) i * vectors.rows() / samples), 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                squares += (row[j] - mean[j]) * (row[j] - mean[j]);
            }
        }
        double deviation = Math.sqrt(squares / samples / row.length);
        double largestMean = Arrays.stream(mean).map(Math::abs).max().orElse(0);
        if (deviation <= ROUNDING * largestMean) {
            throw new InvalidInputException(vectors.name() + ": all rows are the same; there is nothing to learn");
        }
        return deviation;
    }

    public boolean isRaw() {
        return map == null;
    }

    public boolean isWhitenedByNeighbors() {
        return whitening != null;
    }

    /** The principal components behind it; there are none of vectors as they are. */
    public Pca pca() {
        return pca;
    }

    public int dims() {
        return map == null ? mean.length : map.outputDims();
    }

    /** What is taken off rows that {@link #encode} gave. */
    public double[] centre() {
        return map == null ? mean.clone() : new double[dims()];
    }

    /** The encoder into this space, which vectors as they are do not have. */
    public Encoder encoder() {
        return Encoder.affine(map.weight(), map.bias(), Map.of());
    }

    /**
     * Rows in this space, which must not be {@link #isRaw}, in a temporary file that is deleted when they are closed.
     *
     * @param device where to encode, or null for the CPU
     */
    public Vectors encode(Vectors vectors, int threads, OpenDevice device, ProgressListener listener)
            throws IOException {
        return new BatchEncoder(encoder(), threads).encode(vectors, device, listener);
    }

    /** The standard deviation of the numbers of a row in this space. */
    public double deviation() {
        if (map == null) {
            return deviation;
        }
        double squares = 0;
        double[] variances = pca.variances();
        float[] weight = map.weight();
        // of principal coordinates: a row of T is a component times what makes its variance 1 or less
        for (int i = 0; i < dims(); i++) {
            squares += variances[i] * squaredLength(weight, i);
        }
        return Math.sqrt(squares / dims());
    }

    /** What noise of the same deviation in every direction of the vectors becomes, in each coordinate of vectors or of principal ones. */
    public double[] noise(double multiple) {
        double[] noise = new double[dims()];
        Arrays.fill(noise, multiple * deviation);
        float[] weight = map == null ? null : map.weight();
        for (int i = 0; i < noise.length && weight != null; i++) {
            noise[i] *= Math.sqrt(squaredLength(weight, i));
        }
        return noise;
    }

    private double squaredLength(float[] weight, int row) {
        double squares = 0;
        for (int j = 0; j < mean.length; j++) {
            double value = weight[row * mean.length + j];
            squares += value * value;
        }
        return squares;
    }

    /** The linear encoder, of rows in this space, that gives the first coordinates; zeros where there are fewer. */
    public Affine first(int count) {
        float[] weight = new float[Math.multiplyExact(count, dims())];
        for (int i = 0; i < Math.min(count, dims()); i++) {
            weight[i * dims() + i] = 1;
        }
        return new Affine(weight, new float[count]);
    }

    /** Layers that were learned of centred rows in this space, as those of an encoder of vectors. */
    public List<Affine> fold(List<Affine> layers) {
        List<Affine> folded = new ArrayList<>(layers);
        Affine first = layers.get(0);
        double[] weight = doubles(first.weight());
        double[] product = map == null
                ? weight
                : OpenBlas.product(weight, doubles(map.weight()), first.outputDims(), dims(), mean.length);
        float[] bias = first.bias();
        for (int i = 0; i < bias.length; i++) {
            double sum = bias[i];
            for (int j = 0; j < mean.length; j++) {
                sum -= product[i * mean.length + j] * mean[j];
            }
            bias[i] = (float) sum;
        }
        folded.set(0, new Affine(floats(product), bias));
        return folded;
    }

    /**
     * The other way round: layers of an encoder of vectors, for centred rows in this space. The first layer W becomes the V with V T
     * nearest to W: where the vectors do not vary, T has no direction and what W does there is lost.
     */
    public List<Affine> unfold(List<Affine> layers) {
        List<Affine> unfolded = new ArrayList<>(layers);
        float[] weight = layers.get(0).weight();
        float[] bias = layers.get(0).bias();
        for (int i = 0; i < bias.length; i++) {
            double moved = bias[i];
            for (int j = 0; j < mean.length; j++) {
                moved += weight[i * mean.length + j] * mean[j];
            }
            bias[i] = (float) moved;
        }
        unfolded.set(0, new Affine(map == null ? weight : inCoordinates(weight, bias.length), bias));
        return unfolded;
    }

    /** V = W Tᵀ (T Tᵀ)⁻¹. */
    private float[] inCoordinates(float[] weight, int outputs) {
        int inputs = mean.length;
        int rank = dims();
        double[] t = doubles(map.weight());
        double[] transposed = transposed(t, rank, inputs);
        double[] turned = OpenBlas.product(doubles(weight), transposed, outputs, inputs, rank);
        double[] gram = OpenBlas.product(t, transposed, rank, inputs, rank);
        double[] values = OpenBlas.eigen(gram, rank, 1);
        double[] scaled = gram.clone();
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < rank; j++) {
                scaled[i * rank + j] /= values[i];
            }
        }
        double[] inverse = OpenBlas.product(transposed(gram, rank, rank), scaled, rank, rank, rank);
        return floats(OpenBlas.product(turned, inverse, outputs, rank, rank));
    }

    private static double[] transposed(double[] matrix, int rows, int cols) {
        double[] transposed = new double[matrix.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                transposed[j * rows + i] = matrix[i * cols + j];
            }
        }
        return transposed;
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}

package dev.tldr4j.learn.space;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.Centring;
import dev.tldr4j.learn.internal.Eigenvectors;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.WorkEstimate;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whitening by the differences between nearest neighbours: what a row shares with its nearest is what it is about, and directions
 * in which the two differ much say little. With S the mean of (x − y)(x − y)ᵀ over rows x and their nearest y, coordinates
 * become (S + ρ · tr(S) / p · I)^(−1/2) x, and then their principal components. p is the participation ratio of the vectors' variances,
 * (Σ v)² / Σ v²: in how many directions they really vary. Immutable.
 *
 * <p>It is relevant component analysis (Shental et al. 2002; Bar-Hillel et al. 2005), known as within-class covariance
 * normalisation in speaker recognition, with nearest neighbours in place of pairs that are known to belong together. The neighbours
 * are found by cosine in principal coordinates, each divided by the root of its variance and ten mean variances.
 *
 * <p>Its first d components are an encoder in closed form, the cheapest better than PCA; all of them search better than the vectors
 * themselves on the mean of twelve collections. docs/explanation/method.md has the measurements.
 */
public final class NeighborWhitening {
    /**
     * ρ: so much of the differences' variance in one of the directions that count is added to all, so that what few differences say is
     * not believed too much.
     */
    private static final double RIDGE = 0.5;

    /** So many mean variances are added to each one where the first neighbours are looked for. */
    private static final double SEARCH_RIDGE = 10;

    /** So many rows and their neighbours make S: some ten for each of a few thousand directions. */
    private static final int SAMPLE = 20_000;

    /** Their nearest is looked for among at most so many, a sample of the rows: among millions it would take minutes. */
    private static final int MOST_OTHERS = 100_000;

    private static final int BLOCK = 1024;

    /** Differences with less than this part of the rows' variance are rounding. */
    private static final double NEGLIGIBLE = 1e-12;

    private final double[] mean;
    private final double[] variances;
    /** One component a row, as whitened. */
    private final double[] components;

    private final Map<String, String> provenance;

    private NeighborWhitening(double[] mean, double[] variances, double[] components, Map<String, String> provenance) {
        this.mean = mean;
        this.variances = variances;
        this.components = components;
        this.provenance = provenance;
    }

    /**
     * Finds neighbours in a temporary file and reads the rows of some of them.
     *
     * @param pca of these vectors
     */
    public static NeighborWhitening fit(Vectors vectors, Pca pca, int threads, ProgressListener listener)
            throws IOException {
        return fit(vectors, pca, threads, null, listener);
    }

    /**
     * Refuses vectors for which there is not enough memory, before their principal components are found. The components are held
     * three times, once as floats; beside them are the differences in inputs, turned once and twice, or few matrices of the directions.
     */
    public static void requireMemory(Vectors vectors) {
        double few = Math.min(vectors.rows(), vectors.dims());
        double components = few * vectors.dims() * (2 * Double.BYTES + Float.BYTES);
        double others = vectors.rows() < vectors.dims()
                ? 3 * few * few * Double.BYTES
                : 3.0 * vectors.dims() * vectors.dims() * Double.BYTES;
        WorkEstimate.requireMemory(
                String.format(
                        Locale.ROOT,
                        "%s: whitening %,d rows of %,d numbers",
                        vectors.name(),
                        vectors.rows(),
                        vectors.dims()),
                (int) few,
                components + others,
                0);
    }

    /** @param device where to look for neighbours, or null for the CPU */
    public static NeighborWhitening fit(
            Vectors vectors, Pca pca, int threads, OpenDevice device, ProgressListener listener) throws IOException {
        if (vectors.rows() == 1) {
            throw new InvalidInputException(vectors.name() + ": has one row, which has no neighbours");
        }
        pca.requireDirections(vectors.name(), 1);
        int rank = pca.rank();
        double[] ofPca = pca.variances();
        Vectors others = vectors.rows() <= MOST_OTHERS
                ? vectors
                : vectors.select(RandomRows.draw(vectors.rows(), MOST_OTHERS, 0));
        int[] rows = RandomRows.draw(others.rows(), Math.min(SAMPLE, others.rows()), 0);
        int[] nearest = nearest(others, rows, pca, threads, device, listener);
        listener.progress(Progress.of("whitening", 0, 1));
        float[] components = pca.scaledComponents(rank, 0);
        // of few rows in many dimensions, a matrix of the inputs would be far larger than one of the directions
        double[] scatter = vectors.rows() < vectors.dims()
                ? scatterInComponents(others, rows, nearest, components, rank, threads)
                : inComponents(scatter(others, rows, nearest), doubles(components), rank);
        double trace = 0;
        for (int i = 0; i < rank; i++) {
            trace += scatter[i * rank + i];
        }
        if (trace <= NEGLIGIBLE * Arrays.stream(ofPca, 0, rank).sum()) {
            throw new InvalidInputException(
                    vectors.name() + ": every row's nearest neighbour is a copy of it, so neighbours"
                            + " tell nothing; remove the copies");
        }
        double[] whitening = inverseRoot(scatter, RIDGE * trace / participationRatio(ofPca, rank), rank, threads);
        double[] covariance = new double[rank * rank];
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < rank; j++) {
                covariance[i * rank + j] = whitening[i * rank + j] * ofPca[j];
            }
        }
        covariance = OpenBlas.product(covariance, whitening, rank, rank, rank);
        double[] variances = Eigenvectors.largestFirst(OpenBlas.eigen(covariance, rank, threads));
        double[] turn = Eigenvectors.largestFirst(covariance, rank);
        double[] whitened = OpenBlas.product(
                OpenBlas.product(turn, whitening, rank, rank, rank), doubles(components), rank, rank, vectors.dims());
        listener.progress(Progress.of("whitening", 1, 1));
        return new NeighborWhitening(pca.mean(), variances, whitened, Provenance.of(vectors));
    }

    /** In how many directions vectors really vary: their number where all variances are alike, 1 where one outweighs the others. */
    static double participationRatio(double[] variances, int rank) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < rank; i++) {
            sum += variances[i];
            squares += variances[i] * variances[i];
        }
        return sum * sum / squares;
    }

    /** Each of these rows' nearest other. */
    private static int[] nearest(
            Vectors vectors, int[] rows, Pca pca, int threads, OpenDevice device, ProgressListener listener)
            throws IOException {
        Encoder encoder = pca.encoder(pca.rank(), 1, SEARCH_RIDGE).normalized();
        try (Vectors there = new BatchEncoder(encoder, threads).encode(vectors, device, listener)) {
            if (device != null) {
                // of all rows, which takes a card less time than the asked ones take the CPU
                int[] ofAll = device.neighbors(there, 1, Metric.L2, listener);
                return Arrays.stream(rows).map(row -> ofAll[row]).toArray();
            }
            int[] found = new ExactSearch(Metric.L2, threads).nearest(there, there.select(rows), 2, listener);
            int[] nearest = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                // a copy may come before the row itself
                nearest[i] = found[2 * i] == rows[i] ? found[2 * i + 1] : found[2 * i];
            }
            return nearest;
        }
    }

    /** The mean of (x − y)(x − y)ᵀ: a block's in single, all blocks' in double precision. */
    static double[] scatter(Vectors vectors, int[] rows, int[] nearest) {
        int dims = vectors.dims();
        double[] sum = new double[Math.multiplyExact(dims, dims)];
        try (NativeMatrix differences = new NativeMatrix(Math.min(BLOCK, rows.length), dims);
                NativeMatrix gram = new NativeMatrix(dims, dims)) {
            for (int from = 0; from < rows.length; from += BLOCK) {
                int count = Math.min(BLOCK, rows.length - from);
                differences(vectors, rows, nearest, from, differences.rows(0, count));
                OpenBlas.lowerColumnGram(differences.rows(0, count), gram);
                add(gram, rows.length, sum);
            }
        }
        return mirrored(sum, dims);
    }

    /** Some rows less their nearest, from one on. */
    private static void differences(Vectors vectors, int[] rows, int[] nearest, int from, NativeMatrix into) {
        float[] x = new float[into.cols()];
        float[] y = new float[into.cols()];
        for (int i = 0; i < into.rows(); i++) {
            vectors.read(rows[from + i], 1, FloatBuffer.wrap(x));
            vectors.read(nearest[from + i], 1, FloatBuffer.wrap(y));
            for (int j = 0; j < x.length; j++) {
                x[j] -= y[j];
            }
            into.put(i, 0, x, 0, x.length);
        }
    }

    /** Adds the lower half of a matrix, divided. */
    private static void add(NativeMatrix gram, int divisor, double[] sum) {
        int dims = gram.cols();
        float[] line = new float[dims];
        for (int i = 0; i < dims; i++) {
            gram.get(i, 0, line, 0, i + 1);
            for (int j = 0; j <= i; j++) {
                sum[i * dims + j] += line[j] / divisor;
            }
        }
    }

    private static double[] mirrored(double[] lower, int dims) {
        for (int i = 0; i < dims; i++) {
            for (int j = 0; j < i; j++) {
                lower[j * dims + i] = lower[i * dims + j];
            }
        }
        return lower;
    }

    /** The same in principal coordinates, without a matrix of the inputs. */
    static double[] scatterInComponents(
            Vectors vectors, int[] rows, int[] nearest, float[] components, int rank, int threads) {
        int dims = vectors.dims();
        double[] sum = new double[Math.multiplyExact(rank, rank)];
        int block = Math.min(BLOCK, rows.length);
        try (Workers workers = new Workers(threads);
                NativeMatrix principal = new NativeMatrix(rank, dims);
                NativeMatrix differences = new NativeMatrix(block, dims);
                NativeMatrix coordinates = new NativeMatrix(block, rank);
                NativeMatrix gram = new NativeMatrix(rank, rank)) {
            principal.buffer().put(0, components);
            for (int from = 0; from < rows.length; from += BLOCK) {
                int count = Math.min(BLOCK, rows.length - from);
                differences(vectors, rows, nearest, from, differences.rows(0, count));
                OpenBlas.multiply(
                        workers, 1, differences.rows(0, count), false, principal, true, 0, coordinates.rows(0, count));
                OpenBlas.lowerColumnGram(coordinates.rows(0, count), gram);
                add(gram, rows.length, sum);
            }
        }
        return mirrored(sum, rank);
    }

    static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    /** A symmetric matrix of the inputs, in principal coordinates: V · S · Vᵀ. */
    static double[] inComponents(double[] scatter, double[] components, int rank) {
        int dims = components.length / rank;
        double[] half = OpenBlas.product(components, scatter, rank, dims, dims);
        double[] transposed = new double[dims * rank];
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < dims; j++) {
                transposed[j * rank + i] = components[i * dims + j];
            }
        }
        return OpenBlas.product(half, transposed, rank, dims, rank);
    }

    /** {@code (S + ridge · I)^(−1/2)}; S is overwritten. */
    private static double[] inverseRoot(double[] scatter, double ridge, int rank, int threads) {
        double[] values = OpenBlas.eigen(scatter, rank, threads);
        double[] scaled = new double[rank * rank];
        double[] columns = new double[rank * rank];
        for (int i = 0; i < rank; i++) {
            double root = Math.pow(Math.max(0, values[i]) + ridge, -0.25);
            for (int j = 0; j < rank; j++) {
                scaled[i * rank + j] = scatter[i * rank + j] * root;
                columns[j * rank + i] = scaled[i * rank + j];
            }
        }
        return OpenBlas.product(columns, scaled, rank, rank, rank);
    }

    /** Whether this is the whitening of the vectors, going by their fingerprint. */
    public boolean isOf(Vectors vectors) {
        return provenance.equals(Provenance.of(vectors));
    }

    /** How many components there are: as many as directions in which the vectors vary. */
    public int rank() {
        return variances.length;
    }

    /** The variance along every component, largest first; the first is 1. */
    public double[] variances() {
        double[] relative = new double[variances.length];
        for (int i = 0; i < relative.length; i++) {
            relative[i] = variances[i] / variances[0];
        }
        return relative;
    }

    /**
     * The encoder that gives the first components. Their unit is chosen so that the first has variance 1, and their mean over the
     * vectors this was fitted on is zero.
     */
    public Encoder encoder(int dims) {
        if (dims < 1 || dims > rank()) {
            throw new InvalidInputException(
                    "there are " + rank() + " components; ask for at most that many dimensions, not " + dims);
        }
        int inputs = mean.length;
        double unit = 1 / Math.sqrt(variances[0]);
        float[] weight = new float[Math.multiplyExact(dims, inputs)];
        for (int i = 0; i < weight.length; i++) {
            weight[i] = (float) (components[i] * unit);
        }
        Map<String, String> metadata = new TreeMap<>(provenance);
        metadata.put("method", "neighbor-whitening");
        metadata.put("ridge", Double.toString(RIDGE));
        return Encoder.affine(weight, Centring.bias(weight, mean), metadata);
    }
}

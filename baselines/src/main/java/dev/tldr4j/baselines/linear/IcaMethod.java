package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Independent components: the first principal components, whitened, and turned by {@link FastIca}. */
public final class IcaMethod implements Method {
    /** As many numbers are held in memory at most: 1 GiB of floats. */
    private static final int HELD = 1 << 28;

    private final int iterations;
    private final double tolerance;
    private final int sample;

    public IcaMethod(MethodSettings settings) {
        this.iterations = settings.count("iterations", 200);
        this.tolerance = settings.number("tolerance", 1e-4);
        this.sample = settings.count("sample", Integer.MAX_VALUE);
        Requirements.require(iterations >= 1, "ica: iterations must be at least 1, not " + iterations);
        Requirements.require(tolerance > 0, "ica: tolerance must be above 0, not " + tolerance);
        Requirements.require(sample >= 1, "ica: sample must be at least 1, not " + sample);
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Vectors vectors = material.vectors();
        Requirements.dims(vectors, dims);
        Pca pca = material.pca();
        pca.requireDirections(vectors.name(), dims);
        ProgressListener listener = material.listener();
        int count = Math.min(vectors.rows(), Math.min(sample, HELD / dims));
        if (count < vectors.rows()) {
            listener.note(
                    String.format(Locale.ROOT, "independent components are found from a sample of %,d rows", count));
        }
        Requirements.require(
                count > dims,
                vectors.name() + ": " + dims + " independent components need more than " + count + " rows");
        FastIca.Result found;
        try (Workers workers = new Workers(material.threads());
                NativeMatrix rows = new NativeMatrix(count, dims)) {
            load(vectors, pca, seed, workers, rows, listener);
            found = new FastIca(rows, workers).run(seed, iterations, tolerance, listener);
        }
        if (!found.converged()) {
            listener.note(String.format(
                    Locale.ROOT,
                    "ICA has not converged after %d iterations: the last changed a direction by %.1g, above the"
                            + " tolerance of %.1g; the encoder is usable, more iterations may change it",
                    found.iterations(),
                    found.change(),
                    tolerance));
        }
        return encoder(material, pca, found, dims, seed);
    }

    /** Whitened rows: all, or one drawn from each of as many parts of the file. */
    private static void load(
            Vectors vectors, Pca pca, long seed, Workers workers, NativeMatrix rows, ProgressListener listener) {
        int count = rows.rows();
        int[] chosen = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) i * vectors.rows() / count);
            int to = (int) ((i + 1L) * vectors.rows() / count);
            chosen[i] = count == vectors.rows() ? i : random.nextInt(from, to);
        }
        double[] mean = pca.mean();
        int block = PrincipalCoordinates.BLOCK;
        ProgressCounter done = new ProgressCounter("whitening", (count + block - 1) / block, listener);
        try (PrincipalCoordinates coordinates = new PrincipalCoordinates(pca, rows.cols(), workers)) {
            for (int from = 0; from < count; from += block) {
                int first = from;
                coordinates.turn(
                        (i, row) -> {
                            vectors.read(chosen[first + i], 1, FloatBuffer.wrap(row));
                            for (int j = 0; j < row.length; j++) {
                                row[j] = (float) (row[j] - mean[j]);
                            }
                        },
                        rows.rows(from, Math.min(block, count - from)));
                done.oneMore();
            }
        }
    }

    private Encoder encoder(TrainingContext material, Pca pca, FastIca.Result found, int dims, long seed) {
        double[] components = PrincipalCoordinates.components(pca, dims);
        double[] mean = pca.mean();
        Map<String, String> metadata = Provenance.of(material.vectors());
        metadata.put("method", "ica");
        metadata.put("iterations", Integer.toString(found.iterations()));
        metadata.put("tolerance", Double.toString(tolerance));
        metadata.put("converged", Boolean.toString(found.converged()));
        metadata.put("seed", Long.toString(seed));
        metadata.put("threads", Integer.toString(material.threads()));
        if (sample < material.vectors().rows()) {
            metadata.put("sample", Integer.toString(sample));
        }
        return Projection.centred(
                OpenBlas.product(found.rotation(), components, dims, dims, mean.length), mean, metadata);
    }

    @Override
    public boolean isRandom() {
        return true;
    }
}

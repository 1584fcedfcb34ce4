package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.Random;

/**
 * A projection with random weights, independent of each other, with mean 0 and variance 1/d: distances and dot products are
 * kept on average, the better the more outputs there are (Johnson and Lindenstrauss). The vectors are only checked.
 */
public abstract class RandomMethod implements Method {
    private final String name;

    RandomMethod(String name) {
        this.name = name;
    }

    /** A random number with mean 0 and variance 1, for vectors of so many dimensions. */
    abstract double number(Random random, int inputs);

    /** Adds the settings. */
    void describe(int inputs, Map<String, String> metadata) {}

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Vectors vectors = material.vectors();
        Requirements.dims(vectors, dims);
        try (Workers workers = new Workers(material.threads())) {
            ColumnMeans.of(vectors, workers, material.listener()); // refuses what is not finite
        }
        int inputs = vectors.dims();
        Random random = new Random(seed);
        double scale = 1 / Math.sqrt(dims);
        float[] weight = new float[Math.multiplyExact(dims, inputs)];
        for (int i = 0; i < weight.length; i++) {
            weight[i] = (float) (scale * number(random, inputs));
        }
        Map<String, String> metadata = Provenance.of(vectors);
        metadata.put("method", name);
        metadata.put("seed", Long.toString(seed));
        describe(inputs, metadata);
        noteEmptyOutputs(material, weight, dims);
        return Encoder.affine(weight, new float[dims], metadata);
    }

    private static void noteEmptyOutputs(TrainingContext material, float[] weight, int dims) {
        int inputs = weight.length / dims;
        int empty = 0;
        for (int i = 0; i < dims; i++) {
            float sum = 0;
            for (int j = 0; j < inputs; j++) {
                sum += Math.abs(weight[i * inputs + j]);
            }
            empty += sum == 0 ? 1 : 0;
        }
        if (empty > 0) {
            material.listener()
                    .note(empty + " of " + dims + " outputs drew no weight and are always zero; a higher density"
                            + " makes that unlikely");
        }
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    /** Weights from a normal distribution. */
    public static final class Gaussian extends RandomMethod {
        public Gaussian(MethodSettings settings) {
            super("random");
        }

        @Override
        double number(Random random, int inputs) {
            return random.nextGaussian();
        }
    }

    /**
     * Most weights are 0, the others one number or its negative: Achlioptas (2003), and Li, Hastie and Church (2006), who let
     * one in √D be other than 0.
     */
    public static final class Sparse extends RandomMethod {
        private final double given;

        public Sparse(MethodSettings settings) {
            super("random-sparse");
            this.given = settings.number("density", Double.NaN);
            Requirements.require(
                    Double.isNaN(given) || given > 0 && given <= 1,
                    "random-sparse: density must be above 0 and at most 1, not " + given);
        }

        private double density(int inputs) {
            return Double.isNaN(given) ? 1 / Math.sqrt(inputs) : given;
        }

        @Override
        double number(Random random, int inputs) {
            double density = density(inputs);
            double drawn = random.nextDouble();
            if (drawn >= density) {
                return 0;
            }
            return drawn < density / 2 ? 1 / Math.sqrt(density) : -1 / Math.sqrt(density);
        }

        @Override
        void describe(int inputs, Map<String, String> metadata) {
            metadata.put("density", Double.toString(density(inputs)));
        }
    }
}

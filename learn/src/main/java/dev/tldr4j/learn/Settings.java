package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.TreeMap;

/** Every setting of a fit, checked. */
record Settings(
        Recipe recipe,
        int dims,
        int neighbors,
        Metric metric,
        ProjectorShape projector,
        OptimizerKind optimizer,
        Start start,
        double whitening,
        double lambda,
        double lossScale,
        double learningRate,
        int epochs,
        int batchSize,
        long seed,
        int threads,
        int sample) {

    /** Steps of the default recipe: beyond a few hundred, small collections lose again what they had won. */
    private static final int DEFAULT_STEPS = 240;

    Settings {
        require(neighbors >= 1, "the number of neighbours must be at least 1, not " + neighbors);
        require(whitening >= 0 && whitening <= 1, "the whitening power must be from 0 to 1, not " + whitening);
        require(lambda > 0 && lambda <= 1, "lambda must be above 0 and at most 1, not " + lambda);
        require(learningRate > 0 && learningRate <= 1000, "the learning rate must be above 0, not " + learningRate);
        require(epochs >= 1, "the number of epochs must be at least 1, not " + epochs);
        require(batchSize >= 2, "the batch size must be at least 2, not " + batchSize);
        require(threads >= 1, "the number of threads must be at least 1, not " + threads);
        require(sample == 0 || sample >= 2, "the sample must have at least 2 rows, not " + sample);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidInputException(otherwise);
        }
    }

    /** All that an encoder's metadata says of how it was learned. */
    Map<String, String> describe() {
        Map<String, String> text = new TreeMap<>();
        text.put("recipe", lower(recipe));
        text.put("encoder", "linear");
        text.put("loss", "barlow");
        text.put("neighbors", Integer.toString(neighbors));
        text.put("metric", lower(metric));
        text.put("projector", projector.toString());
        text.put("optimizer", lower(optimizer));
        text.put("init", lower(start));
        if (start == Start.PCA) {
            text.put("whitening", Double.toString(whitening));
        }
        text.put("lambda", Double.toString(lambda));
        text.put("loss_scale", Double.toString(lossScale));
        text.put("learning_rate", Double.toString(learningRate));
        text.put("epochs", Integer.toString(epochs));
        text.put("batch_size", Integer.toString(batchSize));
        text.put("seed", Long.toString(seed));
        text.put("threads", Integer.toString(threads));
        return text;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What a user gave; null where nothing was given. */
    static final class Given {
        Integer dims;
        Recipe recipe = Recipe.DEFAULT;
        Integer neighbors;
        Metric metric = Metric.L2;
        String projector;
        OptimizerKind optimizer;
        Start start;
        Double whitening;
        Double lambda;
        Double learningRate;
        Integer epochs;
        Integer batchSize;
        long seed;
        Integer threads;
        Integer sample;

        /** Fills in what the recipe says for these vectors. */
        Settings resolve(Vectors vectors, NeighborGraph graph) {
            require(dims != null, "say how many dimensions the encoder's outputs shall have");
            require(
                    dims >= 1 && dims < vectors.dims(),
                    vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to "
                            + (vectors.dims() - 1) + ", not " + dims);
            boolean paper = recipe == Recipe.PAPER;
            int rows = or(sample, 0) > 0 ? Math.min(sample, vectors.rows()) : vectors.rows();
            require(rows >= 2, vectors.name() + ": learning needs at least 2 rows (after sampling), not " + rows);
            int batch = or(batchSize, 1024);
            int batchesPerEpoch = Math.max(1, rows / Math.min(rows, Math.max(1, batch)));
            OptimizerKind kind = or(optimizer, paper ? OptimizerKind.LARS : OptimizerKind.ADAM);
            return new Settings(
                    recipe,
                    dims,
                    neighbors != null ? neighbors : graph != null && graph.k() < 3 ? graph.k() : 3,
                    metric,
                    ProjectorShape.parse(or(projector, paper ? "mlp-2-8192" : "mlp-2-2048")),
                    kind,
                    or(start, paper ? Start.RANDOM : Start.PCA),
                    or(whitening, 0.5),
                    or(lambda, paper ? 0.0039 : 0.01),
                    kind == OptimizerKind.LARS ? 1.0 / 32 : 1,
                    or(learningRate, kind == OptimizerKind.LARS ? 0.2 * batch / 256 : 1e-3),
                    or(epochs, paper ? 100 : Math.max(1, DEFAULT_STEPS / batchesPerEpoch)),
                    batch,
                    seed,
                    or(threads, Runtime.getRuntime().availableProcessors()),
                    or(sample, 0));
        }

        private static <T> T or(T given, T otherwise) {
            return given != null ? given : otherwise;
        }
    }
}

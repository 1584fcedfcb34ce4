package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Every setting of a fit, checked; batches have at most as many pairs as there are rows. */
record Settings(
        Recipe recipe,
        EncoderShape encoder,
        int dims,
        int neighbors,
        Metric metric,
        ProjectorShape projector,
        OptimizerKind optimizer,
        Start start,
        double whitening,
        PairKind pairs,
        double noise,
        Training.LossSettings loss,
        double learningRate,
        double encoderPace,
        int steps,
        int wantedBatchSize,
        int batchSize,
        long seed,
        int threads,
        int sample) {

    /** What a direct buffer can hold. */
    private static final long LARGEST_MATRIX = Integer.MAX_VALUE / Float.BYTES;

    Settings {
        require(neighbors >= 1, "the number of neighbours must be at least 1, not " + neighbors);
        require(whitening >= 0 && whitening <= 1, "the whitening power must be from 0 to 1, not " + whitening);
        require(loss.lambda() > 0 && loss.lambda() <= 1, "lambda must be above 0 and at most 1, not " + loss.lambda());
        require(loss.margin() > 0 && loss.margin() <= 1e6, "the margin must be above 0, not " + loss.margin());
        require(noise > 0 && noise <= 100, "the noise must be above 0 and at most 100, not " + noise);
        require(
                loss.kind() != LossKind.MSE || projector.width() > 0,
                "the mse loss needs a projector that makes inputs of outputs; none does not");
        require(
                learningRate > 0 && learningRate <= 1000,
                "the learning rate must be above 0 and at most 1000, not " + learningRate);
        require(
                encoderPace > 0 && encoderPace <= 1000,
                "the encoder's pace must be above 0 and at most 1000, not " + encoderPace);
        require(steps >= 1, "the number of steps must be at least 1, not " + steps);
        require(threads >= 1, "the number of threads must be at least 1, not " + threads);
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
        text.put("encoder", encoder.toString());
        text.put("loss", lower(loss.kind()));
        text.put("pairs", lower(pairs));
        if (pairs == PairKind.NEIGHBORS) {
            text.put("neighbors", Integer.toString(neighbors));
        } else {
            text.put("noise", Double.toString(noise));
        }
        text.put("metric", lower(metric));
        text.put("projector", projector.toString());
        text.put("optimizer", lower(optimizer));
        text.put("init", lower(start));
        if (start == Start.PCA) {
            text.put("whitening", Double.toString(whitening));
        }
        if (loss.kind() == LossKind.BARLOW) {
            text.put("lambda", Double.toString(loss.lambda()));
            text.put("loss_scale", Double.toString(loss.scale()));
        } else if (loss.kind() == LossKind.CONTRASTIVE) {
            text.put("margin", Double.toString(loss.margin()));
        }
        text.put("learning_rate", Double.toString(learningRate));
        text.put("encoder_pace", Double.toString(encoderPace));
        text.put("steps", Integer.toString(steps));
        text.put("batch_size", Integer.toString(batchSize));
        text.put("seed", Long.toString(seed));
        text.put("threads", Integer.toString(threads));
        return text;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** What a user gave; null where nothing was given. */
    static final class Given {
        Integer dims;
        Recipe recipe = Recipe.DEFAULT;
        Integer neighbors;
        Metric metric = Metric.L2;
        String encoder = EncoderShape.LINEAR.toString();
        String projector;
        OptimizerKind optimizer;
        Start start;
        Double whitening;
        PairKind pairs = PairKind.NEIGHBORS;
        Double noise;
        LossKind loss = LossKind.BARLOW;
        Double lambda;
        Double margin;
        Double learningRate;
        Double encoderPace;
        Integer epochs;
        Integer steps;
        Integer batchSize;
        long seed;
        Integer threads;
        Integer sample;

        /** Fills in what the recipe says for these vectors. */
        Settings resolve(Vectors vectors, NeighborGraph graph, IntRows labels) {
            require(dims != null, "say how many dimensions the encoder's outputs shall have");
            require(
                    dims >= 1 && dims < vectors.dims(),
                    vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to "
                            + (vectors.dims() - 1) + ", not " + dims);
            require(
                    labels == null || labels.width() == 1 && labels.rows() == vectors.rows(),
                    labels == null
                            ? ""
                            : labels.name() + " has " + labels.rows() + " rows of " + labels.width() + " labels, but "
                                    + vectors.name() + " has " + vectors.rows() + " rows; give one label for each");
            require(
                    pairs == PairKind.NEIGHBORS || labels == null && graph == null && neighbors == null,
                    "gaussian pairs have no neighbours; leave out the graph, the labels and the number of neighbours");
            require(noise == null || pairs == PairKind.GAUSSIAN, "noise goes with gaussian pairs");
            require(margin == null || loss == LossKind.CONTRASTIVE, "a margin goes with the contrastive loss");
            require(lambda == null || loss == LossKind.BARLOW, "lambda goes with the barlow loss");
            require(sample == null || sample >= 2, "the sample must have at least 2 rows, not " + sample);
            require(epochs == null || epochs >= 1, "the number of epochs must be at least 1, not " + epochs);
            require(epochs == null || steps == null, "give the number of epochs or of steps, not both");
            require(batchSize == null || batchSize >= 2, "the batch size must be at least 2, not " + batchSize);
            EncoderShape encoderShape = EncoderShape.parse(encoder);
            int rows = sample == null ? vectors.rows() : Math.min(sample, vectors.rows());
            require(rows >= 2, vectors.name() + " has one row; learning needs at least 2");
            RecipeDefaults defaults = RecipeDefaults.of(recipe, rows, dims, encoderShape);
            OptimizerKind kind = or(optimizer, defaults.optimizer());
            int wantedBatch = or(batchSize, defaults.batchSize());
            int batch = Math.min(wantedBatch, rows);
            ProjectorShape shape = ProjectorShape.parse(or(projector, defaults.projector()));
            int widest = Math.max(vectors.dims(), Math.max(shape.width(), encoderShape.width()));
            require(
                    2L * batch * widest <= LARGEST_MATRIX,
                    "a batch of " + batch + " pairs is too large for rows of " + widest + " numbers; take at most "
                            + LARGEST_MATRIX / 2 / widest);
            Start begin = or(start, defaults.start());
            require(
                    whitening == null || begin == Start.PCA,
                    "whitening is of the PCA's coordinates; it does not go with a random start");
            return new Settings(
                    recipe,
                    encoderShape,
                    dims,
                    or(neighbors, graph == null ? defaults.neighbors() : Math.min(graph.k(), defaults.neighbors())),
                    metric,
                    shape,
                    kind,
                    begin,
                    or(whitening, defaults.whitening()),
                    pairs,
                    or(noise, RecipeDefaults.NOISE),
                    new Training.LossSettings(
                            loss,
                            or(lambda, defaults.lambda()),
                            RecipeDefaults.lossScale(kind),
                            or(margin, RecipeDefaults.MARGIN)),
                    or(learningRate, RecipeDefaults.learningRate(kind, wantedBatch)),
                    or(encoderPace, defaults.encoderPace()),
                    steps(defaults, rows / batch),
                    wantedBatch,
                    batch,
                    seed,
                    or(threads, Runtime.getRuntime().availableProcessors()),
                    or(sample, 0));
        }

        private int steps(RecipeDefaults defaults, int batchesPerEpoch) {
            if (steps != null) {
                return steps;
            }
            if (epochs == null && defaults.steps() > 0) {
                return defaults.steps();
            }
            return Math.multiplyExact(or(epochs, defaults.epochs()), batchesPerEpoch);
        }

        private static <T> T or(T given, T otherwise) {
            return given != null ? given : otherwise;
        }
    }
}

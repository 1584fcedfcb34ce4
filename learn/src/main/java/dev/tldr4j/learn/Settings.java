package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.training.LearningRate;
import dev.tldr4j.learn.training.OptimizerSettings;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every setting of a fit, checked; batches have at most as many pairs as there are rows.
 *
 * @param epochs how often every row comes up, or 0 where steps count
 * @param sample how many rows to draw, or 0 for all
 * @param heldOut how many rows are not learned from
 * @param comparesWithPca whether these are there to see which is better on them, the encoder or the PCA it starts at
 */
record Settings(
        Recipe recipe,
        Effort effort,
        EncoderShape encoder,
        int dims,
        int neighbors,
        Metric metric,
        SearchMethod search,
        double recall,
        int searchBytes,
        ProjectorShape projector,
        OptimizerSettings optimizer,
        Start start,
        Whitening whitening,
        PairKind pairs,
        double noise,
        Training.LossSettings loss,
        LearningRate learningRate,
        double encoderPace,
        int epochs,
        int steps,
        int wantedBatchSize,
        int batchSize,
        long seed,
        int threads,
        int sample,
        int heldOut,
        boolean comparesWithPca,
        boolean earlyStop) {

    /** What a direct buffer can hold. */
    private static final long LARGEST_MATRIX = Integer.MAX_VALUE / Float.BYTES;

    Settings {
        require(neighbors >= 1, "the number of neighbours must be at least 1, not " + neighbors);
        require(recall > 0 && recall <= 1, "the recall must be above 0 and at most 1, not " + recall);
        require(
                whitening.kind() != Whitening.Kind.FIXED || whitening.power() >= 0 && whitening.power() <= 1,
                "the whitening power must be from 0 to 1, not " + whitening.power());
        require(loss.lambda() > 0 && loss.lambda() <= 1, "lambda must be above 0 and at most 1, not " + loss.lambda());
        require(
                loss.reconstruction() >= 0 && loss.reconstruction() <= 1e6,
                "the weight of reconstruction must be 0 or more, not " + loss.reconstruction());
        require(
                loss.reconstruction() == 0 || projector.width() > 0,
                "reconstruction needs a projector that makes inputs of outputs; none does not");
        require(loss.margin() > 0 && loss.margin() <= 1e6, "the margin must be above 0, not " + loss.margin());
        require(noise > 0 && noise <= 100, "the noise must be above 0 and at most 100, not " + noise);
        require(
                loss.kind() != LossKind.MSE || projector.width() > 0,
                "the mse loss needs a projector that makes inputs of outputs; none does not");
        require(
                learningRate.peak() > 0 && learningRate.peak() <= 1000,
                "the learning rate must be above 0 and at most 1000, not " + learningRate.peak());
        require(
                learningRate.warmUp() >= 0 && learningRate.warmUp() <= 1,
                "the warm-up must be from 0 to 1 of all steps, not " + learningRate.warmUp());
        require(
                learningRate.end() >= 0 && learningRate.end() <= 1,
                "the final rate must be from 0 to 1 of the learning rate, not " + learningRate.end());
        require(
                optimizer.lars().momentum() >= 0 && optimizer.lars().momentum() < 1,
                "the momentum must be from 0 to below 1, not "
                        + optimizer.lars().momentum());
        require(
                optimizer.lars().weightDecay() >= 0 && optimizer.lars().weightDecay() <= 1,
                "the weight decay must be from 0 to 1, not " + optimizer.lars().weightDecay());
        require(
                optimizer.lars().trust() > 0 && optimizer.lars().trust() <= 1000,
                "the trust coefficient must be above 0 and at most 1000, not "
                        + optimizer.lars().trust());
        require(
                optimizer.normPace() >= 0 && optimizer.normPace() <= 1000,
                "the pace of the norms must be from 0 to 1000, not " + optimizer.normPace());
        require(
                encoderPace > 0 && encoderPace <= 1000,
                "the encoder's pace must be above 0 and at most 1000, not " + encoderPace);
        require(epochs > 0 || steps >= 1, "the number of steps must be at least 1, not " + steps);
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
        if (recipe == Recipe.DEFAULT) {
            text.put("effort", lower(effort));
        }
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
        text.put("optimizer", lower(optimizer.kind()));
        if (optimizer.kind() == OptimizerKind.LARS) {
            text.put("momentum", Float.toString(optimizer.lars().momentum()));
            text.put("weight_decay", Float.toString(optimizer.lars().weightDecay()));
            text.put("trust", Float.toString(optimizer.lars().trust()));
            text.put("norm_pace", Double.toString(optimizer.normPace()));
        }
        text.put("init", lower(start));
        if (whitening.kind() != Whitening.Kind.NONE) {
            text.put(
                    "whitening",
                    whitening.kind() == Whitening.Kind.CHOSEN ? "chosen" : Double.toString(whitening.power()));
        }
        if (loss.kind() == LossKind.BARLOW) {
            text.put("lambda", Double.toString(loss.lambda()));
            text.put("loss_scale", Double.toString(loss.scale()));
            text.put("reconstruction", Double.toString(loss.reconstruction()));
        } else if (loss.kind() == LossKind.CONTRASTIVE) {
            text.put("margin", Double.toString(loss.margin()));
        }
        text.put("learning_rate", Double.toString(learningRate.peak()));
        text.put("warm_up", Double.toString(learningRate.warmUp()));
        text.put("final_rate", Double.toString(learningRate.end()));
        text.put("encoder_pace", Double.toString(encoderPace));
        if (epochs > 0) {
            text.put("epochs", Integer.toString(epochs));
        } else {
            text.put("steps", Integer.toString(steps));
        }
        if (heldOut > 0) {
            text.put("held_out_rows", Integer.toString(heldOut));
        }
        text.put("early_stop", Boolean.toString(earlyStop));
        text.put("fallback", comparesWithPca ? "pca" : "none");
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
        Effort effort;
        Integer neighbors;
        Metric metric = Metric.L2;
        SearchMethod search;
        Double recall;
        Integer searchBytes;
        String encoder;
        String projector;
        OptimizerKind optimizer;
        Start start;
        Double whitening;
        PairKind pairs = PairKind.NEIGHBORS;
        Double noise;
        LossKind loss = LossKind.BARLOW;
        Double lambda;
        Double reconstruction;
        Double margin;
        Double learningRate;
        Double encoderPace;
        Integer epochs;
        Integer steps;
        Integer batchSize;
        long seed;
        Integer threads;
        Integer sample;
        Double warmUp;
        Double finalRate;
        Double momentum;
        Double weightDecay;
        Double trust;
        Double normPace;
        Fallback fallback;
        Integer heldOut;
        boolean earlyStop;

        /** Fills in what the recipe says for these vectors. */
        Settings resolve(Vectors vectors, NeighborGraph graph, IntRows labels, Continued from, boolean validated) {
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
            require(
                    graph == null && pairs == PairKind.NEIGHBORS || search == null && recall == null,
                    "nothing is searched for with a given graph or gaussian pairs; leave out search and recall");
            require(
                    searchBytes == null || search == SearchMethod.PQ || search == SearchMethod.OPQ,
                    "bytes go with a search by pq or opq");
            require(noise == null || pairs == PairKind.GAUSSIAN, "noise goes with gaussian pairs");
            require(margin == null || loss == LossKind.CONTRASTIVE, "a margin goes with the contrastive loss");
            require(lambda == null || loss == LossKind.BARLOW, "lambda goes with the barlow loss");
            require(
                    reconstruction == null || reconstruction == 0 || loss == LossKind.BARLOW,
                    "reconstruction goes with the barlow loss; mse is that alone");
            require(
                    effort == null || recipe == Recipe.DEFAULT,
                    "the effort is the default recipe's; the paper's takes as long as it takes, or say how many steps");
            require(sample == null || sample >= 2, "the sample must have at least 2 rows, not " + sample);
            require(epochs == null || epochs >= 1, "the number of epochs must be at least 1, not " + epochs);
            require(epochs == null || steps == null, "give the number of epochs or of steps, not both");
            require(batchSize == null || batchSize >= 2, "the batch size must be at least 2, not " + batchSize);
            require(from == null || start == null, "a fit that goes on from an encoder starts there; leave out init");
            EncoderShape encoderShape = EncoderShape.parse(or(encoder, from == null ? "linear" : from.encoderShape()));
            int rows = sample == null ? vectors.rows() : Math.min(sample, vectors.rows());
            require(rows >= 2, vectors.name() + " has one row; learning needs at least 2");
            RecipeDefaults defaults = RecipeDefaults.of(recipe, or(effort, Effort.DEFAULT), rows, dims, encoderShape);
            OptimizerKind kind = or(optimizer, defaults.optimizer());
            int wantedBatch = or(batchSize, defaults.batchSize());
            int batch = Math.min(wantedBatch, rows);
            require(
                    kind == OptimizerKind.LARS
                            || momentum == null && weightDecay == null && trust == null && normPace == null,
                    "momentum, weight decay, trust and norm pace go with the lars optimizer");
            ProjectorShape shape = ProjectorShape.parse(
                    or(projector, from == null ? defaults.projector() : from.projectorShape(defaults.projector())));
            int widest = Math.max(vectors.dims(), Math.max(shape.width(), encoderShape.width()));
            require(
                    2L * batch * widest <= LARGEST_MATRIX,
                    "a batch of " + batch + " pairs is too large for rows of " + widest + " numbers; take at most "
                            + LARGEST_MATRIX / 2 / widest);
            Start begin = or(start, defaults.start());
            if (from != null) {
                from.requireFits(vectors, dims, encoderShape, shape, loss);
            }
            boolean compares = comparesWithPca(encoderShape, begin, rows, from != null || validated);
            int held = compares ? RecipeDefaults.heldOut(rows) : heldOut(rows, validated);
            return new Settings(
                    recipe,
                    or(effort, Effort.DEFAULT),
                    encoderShape,
                    dims,
                    or(neighbors, graph == null ? defaults.neighbors() : Math.min(graph.k(), defaults.neighbors())),
                    metric,
                    or(search, SearchMethod.AUTO),
                    or(recall, NeighborSearch.USUAL_RECALL),
                    or(searchBytes, NeighborSearch.USUAL_BYTES),
                    shape,
                    new OptimizerSettings(
                            kind,
                            new LarsSettings(
                                    or(momentum, RecipeDefaults.MOMENTUM).floatValue(),
                                    or(weightDecay, RecipeDefaults.WEIGHT_DECAY).floatValue(),
                                    or(trust, RecipeDefaults.TRUST).floatValue()),
                            or(normPace, RecipeDefaults.NORM_PACE)),
                    begin,
                    whitening(begin, defaults),
                    pairs,
                    or(noise, RecipeDefaults.NOISE),
                    new Training.LossSettings(
                            loss,
                            or(lambda, defaults.lambda()),
                            RecipeDefaults.lossScale(kind),
                            or(margin, RecipeDefaults.MARGIN),
                            or(reconstruction, reconstruction(shape, defaults))),
                    new LearningRate(
                            or(learningRate, RecipeDefaults.learningRate(kind, wantedBatch)),
                            or(warmUp, RecipeDefaults.WARM_UP),
                            or(finalRate, RecipeDefaults.FINAL_RATE)),
                    or(encoderPace, defaults.encoderPace()),
                    steps != null ? 0 : or(epochs, defaults.epochs()),
                    or(steps, defaults.steps()),
                    wantedBatch,
                    batch,
                    seed,
                    or(threads, Runtime.getRuntime().availableProcessors()),
                    or(sample, 0),
                    held,
                    compares,
                    earlyStop);
        }

        private boolean comparesWithPca(EncoderShape shape, Start begin, int rows, boolean otherwise) {
            require(
                    fallback != Fallback.PCA || shape.isLinear() && begin == Start.PCA && !otherwise,
                    "the fallback pca is for a linear encoder that starts at pca, without from or validation");
            require(
                    fallback != Fallback.PCA || heldOut == null && !earlyStop,
                    "the fallback pca holds rows out by itself; leave out hold-out and early stop, which compares with the"
                            + " start, too");
            boolean usual = recipe == Recipe.DEFAULT && loss == LossKind.BARLOW && pairs == PairKind.NEIGHBORS;
            return (fallback == null ? usual : fallback == Fallback.PCA)
                    && shape.isLinear()
                    && begin == Start.PCA
                    && !otherwise
                    && heldOut == null
                    && !earlyStop
                    && rows >= RecipeDefaults.FEWEST_ROWS_TO_COMPARE;
        }

        private Whitening whitening(Start begin, RecipeDefaults defaults) {
            if (whitening != null) {
                return Whitening.of(whitening);
            }
            return begin == Start.PCA ? defaults.whitening() : Whitening.NONE;
        }

        private double reconstruction(ProjectorShape shape, RecipeDefaults defaults) {
            return loss == LossKind.BARLOW && shape.width() > 0 ? defaults.reconstruction() : 0;
        }

        private int heldOut(int rows, boolean validated) {
            if (heldOut != null) {
                require(
                        heldOut >= 1 && heldOut <= rows - 2,
                        "the number of held-out rows must be 1 to " + (rows - 2)
                                + ", so that 2 are left to learn from, not " + heldOut);
                require(!validated, "a validation of your own needs no held-out rows; leave out one of the two");
                return heldOut;
            }
            return earlyStop && !validated ? RecipeDefaults.heldOut(rows) : 0;
        }

        private static <T> T or(T given, T otherwise) {
            return given != null ? given : otherwise;
        }
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.device.Precision;
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

/** What a user gave; null where nothing was given. */
final class GivenSettings {
    /** What a direct buffer can hold. */
    private static final long LARGEST_MATRIX = Integer.MAX_VALUE / Float.BYTES;

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
    DeviceChoice device = DeviceChoice.CPU;
    Precision precision = Precision.BF16;
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
        requireSense(vectors, graph, labels, from);
        EncoderShape encoderShape = EncoderShape.parse(or(encoder, from == null ? "linear" : from.encoderShape()));
        int rows = sample == null ? vectors.rows() : Math.min(sample, vectors.rows());
        Settings.require(rows >= 2, vectors.name() + " has one row; learning needs at least 2");
        RecipeDefaults defaults = RecipeDefaults.of(recipe, or(effort, Effort.DEFAULT), rows, dims, encoderShape);
        OptimizerKind kind = or(optimizer, defaults.optimizer());
        int wantedBatch = or(batchSize, defaults.batchSize());
        int batch = Math.min(wantedBatch, rows);
        Settings.require(
                kind == OptimizerKind.LARS
                        || momentum == null && weightDecay == null && trust == null && normPace == null,
                "momentum, weight decay, trust and norm pace go with the lars optimizer");
        ProjectorShape shape = ProjectorShape.parse(
                or(projector, from == null ? defaults.projector() : from.projectorShape(defaults.projector())));
        int widest = Math.max(vectors.dims(), Math.max(shape.width(), encoderShape.width()));
        Settings.require(
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
                neighbors(graph, defaults.neighbors()),
                neighbors(graph, defaults.neighborsInVectors()),
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
                // what an encoder to go on from does in any direction must not be lost
                from == null ? defaults.variance() : 1,
                pairs,
                or(noise, RecipeDefaults.NOISE),
                new Training.LossSettings(
                        loss,
                        or(lambda, defaults.lambda()),
                        RecipeDefaults.lossScale(kind),
                        or(margin, RecipeDefaults.MARGIN),
                        or(reconstruction, reconstruction(shape, defaults))),
                new LearningRate(
                        or(learningRate, defaults.learningRate(kind, wantedBatch)),
                        or(warmUp, RecipeDefaults.WARM_UP),
                        or(finalRate, RecipeDefaults.FINAL_RATE)),
                or(encoderPace, compares ? defaults.encoderPace() : defaults.unwatchedPace()),
                steps != null ? 0 : or(epochs, defaults.epochs()),
                or(steps, defaults.steps()),
                wantedBatch,
                batch,
                seed,
                or(threads, Runtime.getRuntime().availableProcessors()),
                new Compute(device, precision),
                or(sample, 0),
                held,
                compares,
                earlyStop);
    }

    /** Whether neighbours are looked for in {@link EvenedSpace}, whatever the vectors. */
    boolean evensNeighbors() {
        EncoderShape shape = EncoderShape.parse(or(encoder, "linear"));
        // of any number of rows and dims: neither start nor whitening depends on them
        RecipeDefaults defaults = RecipeDefaults.of(recipe, Effort.DEFAULT, 1000, 8, shape);
        return Settings.evensNeighbors(whitening(or(start, defaults.start()), defaults), pairs, metric);
    }

    /** Refuses what cannot be, and settings that exclude each other. */
    private void requireSense(Vectors vectors, NeighborGraph graph, IntRows labels, Continued from) {
        Settings.require(dims != null, "say how many dimensions the encoder's outputs shall have");
        Settings.require(vectors.dims() > 1, vectors.name() + " has one dimension, which cannot become fewer");
        Settings.require(
                dims >= 1 && dims < vectors.dims(),
                vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to " + (vectors.dims() - 1)
                        + ", not " + dims);
        Settings.require(
                labels == null || labels.width() == 1 && labels.rows() == vectors.rows(),
                labels == null
                        ? ""
                        : labels.name() + " has " + labels.rows() + " rows of " + labels.width() + " labels, but "
                                + vectors.name() + " has " + vectors.rows() + " rows; give one label for each");
        Settings.require(
                pairs == PairKind.NEIGHBORS || labels == null && graph == null && neighbors == null,
                "gaussian pairs have no neighbours; leave out the graph, the labels and the number of neighbours");
        Settings.require(
                graph == null && pairs == PairKind.NEIGHBORS || search == null && recall == null,
                "nothing is searched for with a given graph or gaussian pairs; leave out search and recall");
        Settings.require(
                searchBytes == null || search == SearchMethod.PQ || search == SearchMethod.OPQ,
                "bytes go with a search by pq or opq");
        Settings.require(noise == null || pairs == PairKind.GAUSSIAN, "noise goes with gaussian pairs");
        Settings.require(margin == null || loss == LossKind.CONTRASTIVE, "a margin goes with the contrastive loss");
        Settings.require(lambda == null || loss == LossKind.BARLOW, "lambda goes with the barlow loss");
        Settings.require(
                reconstruction == null || reconstruction == 0 || loss == LossKind.BARLOW,
                "reconstruction goes with the barlow loss; mse is that alone");
        Settings.require(
                effort == null || recipe == Recipe.DEFAULT,
                "the effort is the default recipe's; the paper's takes as long as it takes, or say how many steps");
        Settings.require(sample == null || sample >= 2, "the sample must have at least 2 rows, not " + sample);
        Settings.require(epochs == null || epochs >= 1, "the number of epochs must be at least 1, not " + epochs);
        Settings.require(epochs == null || steps == null, "give the number of epochs or of steps, not both");
        Settings.require(batchSize == null || batchSize >= 2, "the batch size must be at least 2, not " + batchSize);
        Settings.require(
                from == null || start == null, "a fit that goes on from an encoder starts there; leave out init");
    }

    private int neighbors(NeighborGraph graph, int usual) {
        return or(neighbors, graph == null ? usual : Math.min(graph.k(), usual));
    }

    private boolean comparesWithPca(EncoderShape shape, Start begin, int rows, boolean otherwise) {
        Settings.require(
                fallback != Fallback.PCA || shape.isLinear() && begin == Start.PCA && !otherwise,
                "the fallback pca is for a linear encoder that starts at pca, without from or validation");
        Settings.require(
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
            Settings.require(
                    heldOut >= 1 && heldOut <= rows - 2,
                    "the number of held-out rows must be 1 to " + (rows - 2)
                            + ", so that 2 are left to learn from, not " + heldOut);
            Settings.require(!validated, "a validation of your own needs no held-out rows; leave out one of the two");
            return heldOut;
        }
        return earlyStop && !validated ? RecipeDefaults.heldOut(rows) : 0;
    }

    private static <T> T or(T given, T otherwise) {
        return given != null ? given : otherwise;
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.device.Compute;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.Prefixes;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.recipe.DefaultRecipe;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.PaperRecipe;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.recipe.RecipeSettings;
import dev.tldr4j.learn.recipe.Whitening;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.training.LearningRate;
import dev.tldr4j.learn.training.OptimizerSettings;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a user gave, and what becomes of it with a recipe, some vectors and each other. */
final class FitOptions {
    /** What a direct buffer can hold. */
    private static final long LARGEST_MATRIX = Integer.MAX_VALUE / Float.BYTES;

    private static final int MOST_HELD_OUT = 1000;

    /** With fewer, a tenth of the rows says nothing. */
    private static final int FEWEST_ROWS_TO_SELECT = 500;

    private final Map<Setting<?>, Object> given = new HashMap<>();

    /** The same, with one way to spend the bytes on a vector. */
    FitOptions spent(ByteBudget.Way way) {
        FitOptions options = new FitOptions();
        options.given.putAll(given);
        options.set(Settings.DIMS, way.dims());
        options.set(Settings.BITS, way.bits());
        return options;
    }

    /** The ways to spend the bytes on a vector of so many numbers, where bytes are given; else none. */
    List<ByteBudget.Way> ways(int fullDims) {
        if (!has(Settings.BYTES)) {
            return List.of();
        }
        FitPlan.require(
                !has(Settings.DIMS) && !has(Settings.BITS), "bytes decide on dims and bits; give bytes, or the others");
        return ByteBudget.ways(get(Settings.BYTES), fullDims);
    }

    <T> void set(Setting<T> setting, T value) {
        given.put(setting, setting.require(value));
    }

    /** Null where it was not given. */
    private <T> T get(Setting<T> setting) {
        return setting.type().cast(given.get(setting));
    }

    private <T> T get(Setting<T> setting, T otherwise) {
        return has(setting) ? get(setting) : otherwise;
    }

    private boolean has(Setting<?> setting) {
        return given.containsKey(setting);
    }

    /** Fills in what the recipe says for these vectors. */
    FitPlan resolve(Vectors vectors, NeighborGraph graph, IntRows labels, WarmStart from, boolean validated) {
        requireSense(vectors, graph, labels, from);
        EncoderShape encoderShape =
                EncoderShape.parse(get(Settings.ENCODER, from == null ? "linear" : from.encoderShape()));
        int rows = Math.min(get(Settings.SAMPLE, vectors.rows()), vectors.rows());
        FitPlan.require(rows >= 2, vectors.name() + " has one row; learning needs at least 2");
        RecipeSettings usual = recipe(rows);
        LossKind lossKind = get(Settings.LOSS, usual.loss());
        OptimizerKind kind = get(Settings.OPTIMIZER, usual.optimizer());
        int wantedBatch = get(Settings.BATCH_SIZE, usual.batchSize());
        int batch = Math.min(wantedBatch, rows);
        FitPlan.require(
                kind == OptimizerKind.LARS
                        || !has(Settings.MOMENTUM)
                                && !has(Settings.WEIGHT_DECAY)
                                && !has(Settings.TRUST)
                                && !has(Settings.NORM_LEARNING_RATE),
                "momentum, weight-decay, trust and norm-learning-rate go with the lars optimizer");
        ProjectorShape shape = ProjectorShape.parse(
                get(Settings.PROJECTOR, from == null ? usual.projector() : from.projectorShape(usual.projector())));
        int widest = Math.max(vectors.dims(), Math.max(shape.width(), encoderShape.width()));
        FitPlan.require(
                2L * batch * widest <= LARGEST_MATRIX,
                "a batch of " + batch + " pairs is too large for rows of " + widest + " numbers; take at most "
                        + LARGEST_MATRIX / 2 / widest);
        Initialization begin = get(Settings.INIT, usual.start());
        if (from != null) {
            from.requireFits(vectors, get(Settings.DIMS), encoderShape, shape, lossKind);
        }
        Whitening coordinates = whitening(begin, usual);
        FitPlan.require(
                lossKind != LossKind.NEIGHBORHOOD || coordinates.kind() != Whitening.Kind.NONE,
                "the neighborhood loss needs coordinates whose neighbourhoods it keeps; it goes with the default recipe");
        FitPlan.require(
                !has(Settings.BITS) || !has(Settings.NESTED),
                "bits turn all outputs together, and prefixes would be none any more; leave out bits or nested");
        boolean selects = selects(encoderShape, begin, coordinates, rows, from != null || validated);
        FitPlan.require(
                !has(Settings.BYTES) || selects,
                "bytes are spent by what held-out rows find: that takes the default recipe, a linear encoder, at least "
                        + FEWEST_ROWS_TO_SELECT
                        + " rows and none of fallback none, from, validation, hold-out and early"
                        + " stop; give dims and bits instead");
        return new FitPlan(
                recipe(),
                encoderShape,
                get(Settings.DIMS),
                get(Settings.BITS, 0),
                get(Settings.BYTES, 0),
                get(Settings.NEIGHBORS, graph == null ? usual.neighbors() : Math.min(graph.k(), usual.neighbors())),
                get(Settings.METRIC, usual.metric()),
                get(Settings.SEARCH, SearchMethod.AUTO),
                get(Settings.RECALL, NeighborSearch.USUAL_RECALL),
                shape,
                new OptimizerSettings(
                        kind,
                        new LarsSettings(
                                get(Settings.MOMENTUM, PaperRecipe.MOMENTUM).floatValue(),
                                get(Settings.WEIGHT_DECAY, PaperRecipe.WEIGHT_DECAY)
                                        .floatValue(),
                                get(Settings.TRUST, PaperRecipe.TRUST).floatValue()),
                        get(Settings.NORM_LEARNING_RATE, PaperRecipe.NORM_LEARNING_RATE)),
                begin,
                coordinates,
                pairs(),
                get(Settings.NOISE, PaperRecipe.NOISE),
                new Training.LossSettings(
                        lossKind,
                        get(Settings.LAMBDA, PaperRecipe.LAMBDA),
                        kind == OptimizerKind.LARS ? PaperRecipe.LOSS_SCALE : 1,
                        get(Settings.MARGIN, PaperRecipe.MARGIN)),
                prefixes(lossKind, shape),
                new LearningRate(
                        get(Settings.LEARNING_RATE, usual.learningRate()),
                        get(Settings.WARM_UP, usual.warmUp()),
                        get(Settings.FINAL_RATE, usual.finalRate())),
                has(Settings.STEPS) ? 0 : get(Settings.EPOCHS, usual.epochs()),
                get(Settings.STEPS, usual.steps()),
                wantedBatch,
                batch,
                get(Settings.SEED, 0L),
                get(Settings.THREADS, Runtime.getRuntime().availableProcessors()),
                new Compute(get(Settings.DEVICE, DeviceChoice.CPU), get(Settings.PRECISION, Precision.BF16)),
                get(Settings.SAMPLE, 0),
                selects ? usualHeldOut(rows) : heldOut(rows, validated),
                selects,
                earlyStop());
    }

    /** Those of a loss and a projector that can have several. */
    private List<Integer> prefixes(LossKind lossKind, ProjectorShape projector) {
        Prefixes prefixes = Prefixes.parse(get(Settings.NESTED, "none"));
        FitPlan.require(
                prefixes.equals(Prefixes.NONE) || lossKind == LossKind.NEIGHBORHOOD && projector.width() == 0,
                "nested outputs go with the neighborhood loss, without a projector");
        return prefixes.of(get(Settings.DIMS));
    }

    /** The paper's losses belong to its recipe. */
    Recipe recipe() {
        return get(
                Settings.RECIPE,
                get(Settings.LOSS, LossKind.NEIGHBORHOOD) == LossKind.NEIGHBORHOOD ? Recipe.DEFAULT : Recipe.PAPER);
    }

    private RecipeSettings recipe(int rows) {
        return recipe() == Recipe.DEFAULT
                ? DefaultRecipe.settings(rows)
                : PaperRecipe.settings(
                        get(Settings.OPTIMIZER, OptimizerKind.LARS), get(Settings.BATCH_SIZE, DefaultRecipe.BATCH));
    }

    /** Whether neighbours are looked for in the whitened space, whatever the vectors. */
    boolean whitensNeighbors() {
        // of any number of rows
        RecipeSettings usual = recipe(1000);
        return pairs() == PairKind.NEIGHBORS
                && whitening(get(Settings.INIT, usual.start()), usual).kind() == Whitening.Kind.NEIGHBORS;
    }

    /** How many neighbours of every row a fit looks for, of enough rows. */
    int usualNeighbors() {
        return get(Settings.NEIGHBORS, recipe(1000).neighbors());
    }

    /** Refuses what cannot be, and settings that exclude each other. */
    private void requireSense(Vectors vectors, NeighborGraph graph, IntRows labels, WarmStart from) {
        FitPlan.require(has(Settings.DIMS), "say how many dimensions the encoder's outputs shall have, or give bytes");
        FitPlan.require(vectors.dims() > 1, vectors.name() + " has one dimension, which cannot become fewer");
        int dims = get(Settings.DIMS);
        FitPlan.require(
                dims < vectors.dims(),
                vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to " + (vectors.dims() - 1)
                        + ", not " + dims);
        FitPlan.require(
                labels == null || labels.width() == 1 && labels.rows() == vectors.rows(),
                labels == null
                        ? ""
                        : labels.name() + " has " + labels.rows() + " rows of " + labels.width() + " labels, but "
                                + vectors.name() + " has " + vectors.rows() + " rows; give one label for each");
        FitPlan.require(
                pairs() == PairKind.NEIGHBORS || labels == null && graph == null && !has(Settings.NEIGHBORS),
                "gaussian pairs have no neighbours; leave out the graph, the labels and the number of neighbours");
        FitPlan.require(
                graph == null && pairs() == PairKind.NEIGHBORS || !has(Settings.SEARCH) && !has(Settings.RECALL),
                "nothing is searched for with a given graph or gaussian pairs; leave out search and recall");
        FitPlan.require(!has(Settings.NOISE) || pairs() == PairKind.GAUSSIAN, "noise goes with gaussian pairs");
        LossKind loss = get(Settings.LOSS);
        FitPlan.require(
                !has(Settings.MARGIN) || loss == LossKind.CONTRASTIVE, "a margin goes with the contrastive loss");
        boolean barlow = loss == LossKind.BARLOW || loss == null && get(Settings.RECIPE) == Recipe.PAPER;
        FitPlan.require(!has(Settings.LAMBDA) || barlow, "lambda goes with the barlow loss, the paper's");
        FitPlan.require(
                !has(Settings.EPOCHS) || !has(Settings.STEPS), "give the number of epochs or of steps, not both");
        FitPlan.require(from == null || !has(Settings.INIT), "a warm start begins at its encoder; leave out init");
    }

    private boolean selects(
            EncoderShape shape, Initialization begin, Whitening coordinates, int rows, boolean otherwise) {
        boolean can = coordinates.kind() == Whitening.Kind.NEIGHBORS
                && shape.isLinear()
                && begin == Initialization.PCA
                && !otherwise
                && !has(Settings.HOLD_OUT)
                && !earlyStop();
        Fallback fallback = get(Settings.FALLBACK);
        FitPlan.require(
                fallback != Fallback.PCA || can,
                "the fallback pca is for a linear encoder of the default recipe, without from, validation, hold-out and early"
                        + " stop: it holds rows out by itself");
        return can && fallback != Fallback.NONE && rows >= FEWEST_ROWS_TO_SELECT;
    }

    private Whitening whitening(Initialization begin, RecipeSettings usual) {
        if (has(Settings.WHITENING)) {
            return Whitening.of(get(Settings.WHITENING));
        }
        return begin == Initialization.PCA || usual.whitening().kind() == Whitening.Kind.NEIGHBORS
                ? usual.whitening()
                : Whitening.NONE;
    }

    /** Enough for a steady score, and no more than a small collection can spare. */
    private static int usualHeldOut(int rows) {
        return Math.min(MOST_HELD_OUT, Math.max(1, rows / 10));
    }

    private int heldOut(int rows, boolean validated) {
        if (has(Settings.HOLD_OUT)) {
            int heldOut = get(Settings.HOLD_OUT);
            FitPlan.require(
                    heldOut <= rows - 2,
                    "the number of held-out rows must be 1 to " + (rows - 2)
                            + ", so that 2 are left to learn from, not " + heldOut);
            FitPlan.require(!validated, "a validation of your own needs no held-out rows; leave out one of the two");
            return heldOut;
        }
        return earlyStop() && !validated ? usualHeldOut(rows) : 0;
    }

    private PairKind pairs() {
        return get(Settings.PAIRS, PairKind.NEIGHBORS);
    }

    private boolean earlyStop() {
        return get(Settings.EARLY_STOP, false);
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.device.Compute;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.EncoderShape;
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
import dev.tldr4j.learn.training.LearningRate;
import dev.tldr4j.learn.training.OptimizerSettings;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;

/** What a user gave; null where nothing was given. */
final class FitOptions {
    /** What a direct buffer can hold. */
    private static final long LARGEST_MATRIX = Integer.MAX_VALUE / Float.BYTES;

    private static final int MOST_HELD_OUT = 1000;

    /** With fewer, a tenth of the rows says nothing. */
    private static final int FEWEST_ROWS_TO_SELECT = 500;

    Integer dims;
    Recipe recipe;
    Integer neighbors;
    Metric metric;
    SearchMethod search;
    Double recall;
    Integer searchBytes;
    String encoder;
    String projector;
    OptimizerKind optimizer;
    Initialization start;
    Double whitening;
    PairKind pairs = PairKind.NEIGHBORS;
    Double noise;
    LossKind loss;
    Double lambda;
    Double margin;
    Double learningRate;
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
    FitPlan resolve(Vectors vectors, NeighborGraph graph, IntRows labels, WarmStart from, boolean validated) {
        requireSense(vectors, graph, labels, from);
        EncoderShape encoderShape = EncoderShape.parse(or(encoder, from == null ? "linear" : from.encoderShape()));
        int rows = sample == null ? vectors.rows() : Math.min(sample, vectors.rows());
        FitPlan.require(rows >= 2, vectors.name() + " has one row; learning needs at least 2");
        RecipeSettings usual = recipe(rows);
        LossKind lossKind = or(loss, usual.loss());
        OptimizerKind kind = or(optimizer, usual.optimizer());
        int wantedBatch = or(batchSize, usual.batchSize());
        int batch = Math.min(wantedBatch, rows);
        FitPlan.require(
                kind == OptimizerKind.LARS
                        || momentum == null && weightDecay == null && trust == null && normPace == null,
                "momentum, weight decay, trust and norm pace go with the lars optimizer");
        ProjectorShape shape = ProjectorShape.parse(
                or(projector, from == null ? usual.projector() : from.projectorShape(usual.projector())));
        int widest = Math.max(vectors.dims(), Math.max(shape.width(), encoderShape.width()));
        FitPlan.require(
                2L * batch * widest <= LARGEST_MATRIX,
                "a batch of " + batch + " pairs is too large for rows of " + widest + " numbers; take at most "
                        + LARGEST_MATRIX / 2 / widest);
        Initialization begin = or(start, usual.start());
        if (from != null) {
            from.requireFits(vectors, dims, encoderShape, shape, lossKind);
        }
        Whitening coordinates = whitening(begin, usual);
        FitPlan.require(
                lossKind != LossKind.NEIGHBORHOOD || coordinates.kind() != Whitening.Kind.NONE,
                "the neighborhood loss needs coordinates whose neighbourhoods it keeps; it goes with the default recipe");
        boolean selects = selects(encoderShape, begin, coordinates, rows, from != null || validated);
        return new FitPlan(
                recipe(),
                encoderShape,
                dims,
                or(neighbors, graph == null ? usual.neighbors() : Math.min(graph.k(), usual.neighbors())),
                or(metric, usual.metric()),
                or(search, SearchMethod.AUTO),
                or(recall, NeighborSearch.USUAL_RECALL),
                or(searchBytes, NeighborSearch.USUAL_BYTES),
                shape,
                new OptimizerSettings(
                        kind,
                        new LarsSettings(
                                or(momentum, PaperRecipe.MOMENTUM).floatValue(),
                                or(weightDecay, PaperRecipe.WEIGHT_DECAY).floatValue(),
                                or(trust, PaperRecipe.TRUST).floatValue()),
                        or(normPace, PaperRecipe.NORM_PACE)),
                begin,
                coordinates,
                pairs,
                or(noise, PaperRecipe.NOISE),
                new Training.LossSettings(
                        lossKind,
                        or(lambda, PaperRecipe.LAMBDA),
                        kind == OptimizerKind.LARS ? PaperRecipe.LOSS_SCALE : 1,
                        or(margin, PaperRecipe.MARGIN)),
                new LearningRate(
                        or(learningRate, usual.learningRate()),
                        or(warmUp, usual.warmUp()),
                        or(finalRate, usual.finalRate())),
                steps != null ? 0 : or(epochs, usual.epochs()),
                or(steps, usual.steps()),
                wantedBatch,
                batch,
                seed,
                or(threads, Runtime.getRuntime().availableProcessors()),
                new Compute(device, precision),
                or(sample, 0),
                selects ? usualHeldOut(rows) : heldOut(rows, validated),
                selects,
                earlyStop);
    }

    /** The paper's losses belong to its recipe. */
    Recipe recipe() {
        return or(recipe, loss == null || loss == LossKind.NEIGHBORHOOD ? Recipe.DEFAULT : Recipe.PAPER);
    }

    private RecipeSettings recipe(int rows) {
        return recipe() == Recipe.DEFAULT
                ? DefaultRecipe.settings(rows)
                : PaperRecipe.settings(or(optimizer, OptimizerKind.LARS), or(batchSize, DefaultRecipe.BATCH));
    }

    /** Whether neighbours are looked for in the whitened space, whatever the vectors. */
    boolean whitensNeighbors() {
        // of any number of rows
        RecipeSettings usual = recipe(1000);
        return pairs == PairKind.NEIGHBORS
                && whitening(or(start, usual.start()), usual).kind() == Whitening.Kind.NEIGHBORS;
    }

    /** How many neighbours of every row a fit looks for, of enough rows. */
    int usualNeighbors() {
        return or(neighbors, recipe(1000).neighbors());
    }

    /** Refuses what cannot be, and settings that exclude each other. */
    private void requireSense(Vectors vectors, NeighborGraph graph, IntRows labels, WarmStart from) {
        FitPlan.require(dims != null, "say how many dimensions the encoder's outputs shall have");
        FitPlan.require(vectors.dims() > 1, vectors.name() + " has one dimension, which cannot become fewer");
        FitPlan.require(
                dims >= 1 && dims < vectors.dims(),
                vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to " + (vectors.dims() - 1)
                        + ", not " + dims);
        FitPlan.require(
                labels == null || labels.width() == 1 && labels.rows() == vectors.rows(),
                labels == null
                        ? ""
                        : labels.name() + " has " + labels.rows() + " rows of " + labels.width() + " labels, but "
                                + vectors.name() + " has " + vectors.rows() + " rows; give one label for each");
        FitPlan.require(
                pairs == PairKind.NEIGHBORS || labels == null && graph == null && neighbors == null,
                "gaussian pairs have no neighbours; leave out the graph, the labels and the number of neighbours");
        FitPlan.require(
                graph == null && pairs == PairKind.NEIGHBORS || search == null && recall == null,
                "nothing is searched for with a given graph or gaussian pairs; leave out search and recall");
        FitPlan.require(
                searchBytes == null || search == SearchMethod.PQ || search == SearchMethod.OPQ,
                "bytes go with a search by pq or opq");
        FitPlan.require(noise == null || pairs == PairKind.GAUSSIAN, "noise goes with gaussian pairs");
        FitPlan.require(margin == null || loss == LossKind.CONTRASTIVE, "a margin goes with the contrastive loss");
        boolean barlow = loss == LossKind.BARLOW || loss == null && recipe == Recipe.PAPER;
        FitPlan.require(lambda == null || barlow, "lambda goes with the barlow loss, the paper's");
        FitPlan.require(sample == null || sample >= 2, "the sample must have at least 2 rows, not " + sample);
        FitPlan.require(epochs == null || epochs >= 1, "the number of epochs must be at least 1, not " + epochs);
        FitPlan.require(epochs == null || steps == null, "give the number of epochs or of steps, not both");
        FitPlan.require(batchSize == null || batchSize >= 2, "the batch size must be at least 2, not " + batchSize);
        FitPlan.require(
                from == null || start == null, "a fit that goes on from an encoder starts there; leave out init");
    }

    private boolean selects(
            EncoderShape shape, Initialization begin, Whitening coordinates, int rows, boolean otherwise) {
        boolean can = coordinates.kind() == Whitening.Kind.NEIGHBORS
                && shape.isLinear()
                && begin == Initialization.PCA
                && !otherwise
                && heldOut == null
                && !earlyStop;
        FitPlan.require(
                fallback != Fallback.PCA || can,
                "the fallback pca is for a linear encoder of the default recipe, without from, validation, hold-out and early"
                        + " stop: it holds rows out by itself");
        return can && fallback != Fallback.NONE && rows >= FEWEST_ROWS_TO_SELECT;
    }

    private Whitening whitening(Initialization begin, RecipeSettings usual) {
        if (whitening != null) {
            return Whitening.of(whitening);
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
        if (heldOut != null) {
            FitPlan.require(
                    heldOut >= 1 && heldOut <= rows - 2,
                    "the number of held-out rows must be 1 to " + (rows - 2)
                            + ", so that 2 are left to learn from, not " + heldOut);
            FitPlan.require(!validated, "a validation of your own needs no held-out rows; leave out one of the two");
            return heldOut;
        }
        return earlyStop && !validated ? usualHeldOut(rows) : 0;
    }

    private static <T> T or(T given, T otherwise) {
        return given != null ? given : otherwise;
    }
}

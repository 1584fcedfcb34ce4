package dev.tldr4j.spark;

import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;

/**
 * The settings of {@link Tldr.Builder} as parameters of a stage, one for one, so that they can be searched over, saved and
 * explained. What is not set is the recipe's.
 */
public abstract class TldrParams extends Estimator<TldrReducerModel> {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final IntParam dims;
    private final Param<String> recipe;
    private final IntParam neighbors;
    private final Param<String> metric;
    private final Param<String> search;
    private final DoubleParam recall;
    private final IntParam searchBytes;
    private final Param<String> pairs;
    private final DoubleParam noise;
    private final Param<String> loss;
    private final DoubleParam margin;
    private final Param<String> encoder;
    private final Param<String> projector;
    private final Param<String> optimizer;
    private final Param<String> init;
    private final DoubleParam whitening;
    private final DoubleParam lambda;
    private final DoubleParam learningRate;
    private final DoubleParam warmUp;
    private final DoubleParam finalRate;
    private final DoubleParam momentum;
    private final DoubleParam weightDecay;
    private final DoubleParam trust;
    private final DoubleParam normPace;
    private final IntParam epochs;
    private final IntParam steps;
    private final IntParam batchSize;
    private final LongParam seed;
    private final IntParam threads;
    private final Param<String> fallback;
    private final IntParam holdOut;
    private final BooleanParam earlyStop;

    TldrParams(String uid) {
        this.uid = uid;
        dims = new IntParam(
                this, "dims", "the length of the reduced vectors: at least 1, less than that of the vectors; required");
        recipe = new Param<>(
                this,
                "recipe",
                "where the values come from that are not set: default or paper",
                ParamValidators.inArray(names(Recipe.values())));
        neighbors = new IntParam(this, "neighbors", "how many nearest neighbours of a row may become its twin");
        metric = new Param<>(
                this,
                "metric",
                "what near means for neighbours: l2, cosine (reduced vectors then have length 1) or dot",
                ParamValidators.inArray(names(Metric.values())));
        search = new Param<>(
                this,
                "search",
                "with fitMode sample: how neighbours are searched for",
                ParamValidators.inArray(names(SearchMethod.values())));
        recall = new DoubleParam(
                this,
                "recall",
                "with fitMode sample: the share of the true neighbours that is enough; 1 searches exactly");
        searchBytes = new IntParam(
                this, "searchBytes", "with fitMode sample and a search by pq or opq: how many bytes a row's code has");
        pairs = new Param<>(
                this,
                "pairs",
                "what makes twins: neighbors or gaussian (noise)",
                ParamValidators.inArray(names(PairKind.values())));
        noise = new DoubleParam(
                this,
                "noise",
                "with gaussian pairs: the noise's standard deviation, as a multiple of that of the vectors' numbers");
        loss = new Param<>(
                this,
                "loss",
                "what is made small: neighborhood, barlow, mse or contrastive",
                ParamValidators.inArray(names(LossKind.values())));
        margin = new DoubleParam(this, "margin", "with the contrastive loss: how far apart others shall be");
        encoder = new Param<>(
                this, "encoder", "what the encoder is made of: linear, flinear-LAYERS-WIDTH or mlp-LAYERS-WIDTH");
        projector = new Param<>(
                this, "projector", "what stands between encoder and loss while learning: none or mlp-LAYERS-WIDTH");
        optimizer =
                new Param<>(this, "optimizer", "adam or lars", ParamValidators.inArray(names(OptimizerKind.values())));
        init = new Param<>(
                this,
                "init",
                "the weights to start with: pca or random",
                ParamValidators.inArray(names(Initialization.values())));
        whitening = new DoubleParam(
                this,
                "whitening",
                "learn in the coordinates of the principal components, divided by this power of their standard deviations, 0 to 1");
        lambda = new DoubleParam(this, "lambda", "the weight of decorrelation in the barlow loss");
        learningRate = new DoubleParam(this, "learningRate", "the peak learning rate");
        warmUp =
                new DoubleParam(this, "warmUp", "the part of all steps over which the learning rate rises to its peak");
        finalRate =
                new DoubleParam(this, "finalRate", "the part of the peak to which the learning rate falls at the end");
        momentum = new DoubleParam(this, "momentum", "with lars");
        weightDecay =
                new DoubleParam(this, "weightDecay", "with lars: of weights, not of batch-norm's scale and shift");
        trust = new DoubleParam(
                this, "trust", "with lars: the part of its length that a weight may move in a step at learning rate 1");
        normPace = new DoubleParam(
                this, "normPace", "with lars: how many times the learning rate batch-norm's scale and shift follow");
        epochs = new IntParam(
                this,
                "epochs",
                "how often every row comes up, in all partitions together; the length of training in another unit than steps");
        steps = new IntParam(
                this, "steps", "how many batches are learned from, with fitMode distributed by every partition");
        batchSize = new IntParam(this, "batchSize", "how many pairs make a step");
        seed = new LongParam(this, "seed", "where all chance comes from");
        threads = new IntParam(
                this, "threads", "with fitMode sample: how many threads of the driver work; all unless set");
        fallback = new Param<>(
                this,
                "fallback",
                "what to give where training made nothing better for held-out rows: pca (or the start) or none (what was learned)",
                ParamValidators.inArray(names(Fallback.values())));
        holdOut = new IntParam(
                this, "holdOut", "with fitMode sample: this many rows are not learned from but measured on");
        earlyStop = new BooleanParam(
                this,
                "earlyStop",
                "with fitMode sample: give the best encoder on held-out rows, and stop once there is no better one");
        setDefault(seed, 0L);
    }

    abstract TldrReducer self();

    @Override
    public String uid() {
        return uid;
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private <T> void ifSet(Param<T> param, Consumer<T> use) {
        if (isDefined(param)) {
            use.accept(getOrDefault(param));
        }
    }

    /** All that is set. */
    Tldr.Builder builder() {
        Tldr.Builder builder = Tldr.builder();
        ifSet(dims, value -> builder.dims((Integer) value));
        ifSet(recipe, name -> builder.recipe(Recipe.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(neighbors, value -> builder.neighbors((Integer) value));
        ifSet(metric, name -> builder.metric(Metric.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(search, name -> builder.search(SearchMethod.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(recall, value -> builder.recall((Double) value));
        ifSet(searchBytes, value -> builder.searchBytes((Integer) value));
        ifSet(pairs, name -> builder.pairs(PairKind.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(noise, value -> builder.noise((Double) value));
        ifSet(loss, name -> builder.loss(LossKind.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(margin, value -> builder.margin((Double) value));
        ifSet(encoder, value -> builder.encoder(value));
        ifSet(projector, value -> builder.projector(value));
        ifSet(optimizer, name -> builder.optimizer(OptimizerKind.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(init, name -> builder.start(Initialization.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(whitening, value -> builder.whitening((Double) value));
        ifSet(lambda, value -> builder.lambda((Double) value));
        ifSet(learningRate, value -> builder.learningRate((Double) value));
        ifSet(warmUp, value -> builder.warmUp((Double) value));
        ifSet(finalRate, value -> builder.finalRate((Double) value));
        ifSet(momentum, value -> builder.momentum((Double) value));
        ifSet(weightDecay, value -> builder.weightDecay((Double) value));
        ifSet(trust, value -> builder.trust((Double) value));
        ifSet(normPace, value -> builder.normPace((Double) value));
        ifSet(epochs, value -> builder.epochs((Integer) value));
        ifSet(steps, value -> builder.steps((Integer) value));
        ifSet(batchSize, value -> builder.batchSize((Integer) value));
        ifSet(seed, value -> builder.seed((Long) value));
        ifSet(threads, value -> builder.threads((Integer) value));
        ifSet(fallback, name -> builder.fallback(Fallback.valueOf(name.toUpperCase(Locale.ROOT))));
        ifSet(holdOut, value -> builder.holdOut((Integer) value));
        ifSet(earlyStop, value -> builder.earlyStop((Boolean) value));
        return builder;
    }

    public IntParam dims() {
        return dims;
    }

    public TldrReducer setDims(int value) {
        set(dims, value);
        return self();
    }

    public Param<String> recipe() {
        return recipe;
    }

    public TldrReducer setRecipe(String value) {
        set(recipe, value);
        return self();
    }

    public IntParam neighbors() {
        return neighbors;
    }

    public TldrReducer setNeighbors(int value) {
        set(neighbors, value);
        return self();
    }

    public Param<String> metric() {
        return metric;
    }

    public TldrReducer setMetric(String value) {
        set(metric, value);
        return self();
    }

    public Param<String> search() {
        return search;
    }

    public TldrReducer setSearch(String value) {
        set(search, value);
        return self();
    }

    public DoubleParam recall() {
        return recall;
    }

    public TldrReducer setRecall(double value) {
        set(recall, value);
        return self();
    }

    public IntParam searchBytes() {
        return searchBytes;
    }

    public TldrReducer setSearchBytes(int value) {
        set(searchBytes, value);
        return self();
    }

    public Param<String> pairs() {
        return pairs;
    }

    public TldrReducer setPairs(String value) {
        set(pairs, value);
        return self();
    }

    public DoubleParam noise() {
        return noise;
    }

    public TldrReducer setNoise(double value) {
        set(noise, value);
        return self();
    }

    public Param<String> loss() {
        return loss;
    }

    public TldrReducer setLoss(String value) {
        set(loss, value);
        return self();
    }

    public DoubleParam margin() {
        return margin;
    }

    public TldrReducer setMargin(double value) {
        set(margin, value);
        return self();
    }

    public Param<String> encoder() {
        return encoder;
    }

    public TldrReducer setEncoder(String value) {
        set(encoder, value);
        return self();
    }

    public Param<String> projector() {
        return projector;
    }

    public TldrReducer setProjector(String value) {
        set(projector, value);
        return self();
    }

    public Param<String> optimizer() {
        return optimizer;
    }

    public TldrReducer setOptimizer(String value) {
        set(optimizer, value);
        return self();
    }

    public Param<String> init() {
        return init;
    }

    public TldrReducer setInit(String value) {
        set(init, value);
        return self();
    }

    public DoubleParam whitening() {
        return whitening;
    }

    public TldrReducer setWhitening(double value) {
        set(whitening, value);
        return self();
    }

    public DoubleParam lambda() {
        return lambda;
    }

    public TldrReducer setLambda(double value) {
        set(lambda, value);
        return self();
    }

    public DoubleParam learningRate() {
        return learningRate;
    }

    public TldrReducer setLearningRate(double value) {
        set(learningRate, value);
        return self();
    }

    public DoubleParam warmUp() {
        return warmUp;
    }

    public TldrReducer setWarmUp(double value) {
        set(warmUp, value);
        return self();
    }

    public DoubleParam finalRate() {
        return finalRate;
    }

    public TldrReducer setFinalRate(double value) {
        set(finalRate, value);
        return self();
    }

    public DoubleParam momentum() {
        return momentum;
    }

    public TldrReducer setMomentum(double value) {
        set(momentum, value);
        return self();
    }

    public DoubleParam weightDecay() {
        return weightDecay;
    }

    public TldrReducer setWeightDecay(double value) {
        set(weightDecay, value);
        return self();
    }

    public DoubleParam trust() {
        return trust;
    }

    public TldrReducer setTrust(double value) {
        set(trust, value);
        return self();
    }

    public DoubleParam normPace() {
        return normPace;
    }

    public TldrReducer setNormPace(double value) {
        set(normPace, value);
        return self();
    }

    public IntParam epochs() {
        return epochs;
    }

    public TldrReducer setEpochs(int value) {
        set(epochs, value);
        return self();
    }

    public IntParam steps() {
        return steps;
    }

    public TldrReducer setSteps(int value) {
        set(steps, value);
        return self();
    }

    public IntParam batchSize() {
        return batchSize;
    }

    public TldrReducer setBatchSize(int value) {
        set(batchSize, value);
        return self();
    }

    public LongParam seed() {
        return seed;
    }

    public TldrReducer setSeed(long value) {
        set(seed, value);
        return self();
    }

    public IntParam threads() {
        return threads;
    }

    public TldrReducer setThreads(int value) {
        set(threads, value);
        return self();
    }

    public Param<String> fallback() {
        return fallback;
    }

    public TldrReducer setFallback(String value) {
        set(fallback, value);
        return self();
    }

    public IntParam holdOut() {
        return holdOut;
    }

    public TldrReducer setHoldOut(int value) {
        set(holdOut, value);
        return self();
    }

    public BooleanParam earlyStop() {
        return earlyStop;
    }

    public TldrReducer setEarlyStop(boolean value) {
        set(earlyStop, value);
        return self();
    }
}

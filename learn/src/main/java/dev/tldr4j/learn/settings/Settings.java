package dev.tldr4j.learn.settings;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.bits.ScalarQuantizer;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.Prefixes;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting.Range;
import java.util.EnumSet;
import java.util.List;

/**
 * All settings of a fit, said once: the builder, the command {@code fit}, the methods of a comparison and the parameters on
 * Spark are made from them. Files and objects, such as a graph of neighbours, are no settings.
 */
public final class Settings {
    public static final Setting<Integer> DIMS = Setting.count(
                    "dims", 1, "How many numbers an encoded vector has: at least 1, fewer than the vectors.")
            .usually("required, unless bytes are given");

    public static final Setting<Integer> BITS = Setting.oneOf(
                    "bits",
                    ByteBudget.BITS,
                    "Turn the outputs so that a search engine that stores each number in so many bits loses least: 1, 2, 4"
                            + " or 8.")
            .usually("none");

    public static final Setting<Integer> BYTES = Setting.count(
                    "bytes",
                    ScalarQuantizer.CORRECTION_BYTES + 1,
                    "Instead of dims and bits: what a vector may take in memory. Fits an encoder for each number of bits,"
                            + " and takes the one by which held-out rows find most. 16 of the bytes are what Lucene adds.")
            .usually("none");

    public static final Setting<Recipe> RECIPE = Setting.choice(
                    "recipe",
                    Recipe.class,
                    "Where settings come from that are not given: default (keeps every vector's neighbourhood) or paper"
                            + " (TLDR as published).")
            .usually("default");

    public static final Setting<Integer> NEIGHBORS = Setting.count(
                    "neighbors", 1, "Pair every vector with one of so many nearest neighbours.")
            .usually("10", "3");

    public static final Setting<Metric> METRIC = Setting.choice(
                    "metric",
                    Metric.class,
                    "The metric: l2, cosine or dot. With cosine, the encoder scales its outputs to length 1. The"
                            + " default recipe looks for neighbours by cosine in its whitened space, whatever this says.")
            .usually("cosine", "l2");

    public static final Setting<SearchMethod> SEARCH = Setting.choice(
                    "search",
                    EnumSet.of(SearchMethod.AUTO, SearchMethod.EXACT, SearchMethod.FOREST),
                    SearchMethod.class,
                    "How to search for neighbours: exact, forest, or auto, which takes one of the two.")
            .usually("auto");

    public static final Setting<Double> RECALL = Setting.number(
                    "recall",
                    "X",
                    Range.above(0, 1),
                    "The share of the true neighbours that is enough, where exact search is slow.")
            .usually("0.95");

    public static final Setting<String> ENCODER = Setting.shape(
                    "encoder",
                    "SHAPE",
                    EncoderShape::parse,
                    "What the encoder is made of: linear, one matrix; flinear-LAYERS-WIDTH, several that are folded into"
                            + " one after training; or mlp-LAYERS-WIDTH, with ReLUs between, which stay.")
            .usually("linear");

    public static final Setting<String> PROJECTOR = Setting.shape(
                    "projector",
                    "SHAPE",
                    ProjectorShape::parse,
                    "The network between encoder and loss, used in training only: mlp-LAYERS-WIDTH, such as mlp-2-2048,"
                            + " linear, or none.")
            .usually("none", "mlp-2-8192");

    public static final Setting<LossKind> LOSS = Setting.choice(
                    "loss",
                    LossKind.class,
                    "What is made small: neighborhood (every vector keeps its distribution over the others), or of the"
                            + " paper's recipe, which is then taken: barlow (neighbours agree, outputs are decorrelated),"
                            + " mse (the projector makes the input again) or contrastive (neighbours are near, others a"
                            + " margin apart).")
            .usually("neighborhood", "barlow");

    public static final Setting<String> NESTED = Setting.shape(
                    "nested",
                    "SIZES",
                    Prefixes::parse,
                    "With the loss neighborhood: which prefixes of the outputs are encoders by themselves: halves (a half of"
                            + " the outputs, a half of that and so on, down to 8), sizes such as 16,64,256, or none.")
            .usually("none");

    public static final Setting<Double> MARGIN = Setting.number(
                    "margin", "X", Range.above(0, 1_000_000), "With the loss contrastive: how far apart others are.")
            .usually("none", "1");

    public static final Setting<PairKind> PAIRS = Setting.choice(
                    "pairs", PairKind.class, "What makes a vector's twin: neighbors, or gaussian, which is noise.")
            .usually("neighbors");

    public static final Setting<Double> NOISE = Setting.number(
                    "noise",
                    "X",
                    Range.above(0, 100),
                    "With gaussian pairs: the noise's deviation, as a multiple of that of the vectors' numbers.")
            .usually("0.5");

    public static final Setting<OptimizerKind> OPTIMIZER = Setting.choice(
                    "optimizer", OptimizerKind.class, "How weights follow gradients: adam or lars.")
            .usually("adam", "lars");

    public static final Setting<Initialization> INIT = Setting.choice(
                    "init", Initialization.class, "Where to start: pca, or random weights.")
            .usually("pca", "random");

    public static final Setting<Double> WHITENING = Setting.number(
                    "whitening",
                    "POWER",
                    Range.from(0, 1),
                    "Learn in PCA's directions, and scale them this far to equal spread: 0 keeps them as they are, 1 makes"
                            + " them equal. Without it, the default recipe whitens by the differences between nearest"
                            + " neighbours, and the paper's takes the vectors as they are.")
            .usually("none", "none; 0.5 with the init pca");

    public static final Setting<Fallback> FALLBACK = Setting.choice(
                    "fallback",
                    Fallback.class,
                    "pca: hold a tenth of the rows out, at most 1000, and let them choose between what was learned, its"
                            + " start, half of the way, and PCA. none: take what was learned.")
            .usually("pca for a linear encoder, from 500 rows on", "none");

    public static final Setting<Double> LAMBDA = Setting.number(
                    "lambda", "X", Range.above(0, 1), "With the loss barlow: the weight of decorrelation.")
            .usually("none", "0.0039");

    public static final Setting<Double> LEARNING_RATE = Setting.number(
                    "learning-rate", "X", Range.above(0, 1000), "The peak learning rate.")
            .usually("0.003", "0.2 for every 256 pairs of a batch: 0.8; 0.001 with adam");

    public static final Setting<Double> WARM_UP = Setting.number(
                    "warm-up",
                    "PART",
                    Range.from(0, 1),
                    "The part of all steps over which the learning rate rises to its peak.")
            .usually("0.05", "0.1");

    public static final Setting<Double> FINAL_RATE = Setting.number(
                    "final-rate",
                    "PART",
                    Range.from(0, 1),
                    "The part of the peak learning rate that is left at the end.")
            .usually("0.001");

    public static final Setting<Double> MOMENTUM = Setting.number(
                    "momentum", "X", Range.fromToBelow(0, 1), "Of lars: the momentum.")
            .usually("0.9");

    public static final Setting<Double> WEIGHT_DECAY = Setting.number(
                    "weight-decay",
                    "X",
                    Range.from(0, 1),
                    "Of lars: the decay of weights, not of batch normalisation's scale and shift.")
            .usually("0.000001");

    public static final Setting<Double> TRUST = Setting.number(
                    "trust",
                    "X",
                    Range.above(0, 1000),
                    "Of lars: the part of its length that a weight may move in a step at learning rate 1.")
            .usually("0.001");

    public static final Setting<Double> NORM_LEARNING_RATE = Setting.number(
                    "norm-learning-rate",
                    "X",
                    Range.from(0, 1000),
                    "Of lars: the multiple of the learning rate for batch normalisation's scale and shift.")
            .usually("0.024");

    public static final Setting<Integer> EPOCHS = Setting.count(
                    "epochs", 1, "How often every row comes up, instead of a number of steps.")
            .usually("none", "100");

    public static final Setting<Integer> STEPS =
            Setting.count("steps", 1, "How many batches to learn from.").usually("400", "100 epochs");

    public static final Setting<Integer> BATCH_SIZE =
            Setting.count("batch-size", 2, "Pairs per step.").usually("1024, at most half of the rows", "1024");

    public static final Setting<Integer> SAMPLE = Setting.count(
                    "sample", 2, "Learn from so many rows, drawn at random.")
            .usually("all rows");

    public static final Setting<Long> SEED = Setting.whole("seed", "Another seed gives another encoder, about as good.")
            .usually("0");

    public static final Setting<Integer> HOLD_OUT = Setting.count(
                    "hold-out",
                    1,
                    "Do not learn from so many rows, drawn at random; measure on them, some twenty times, how many of"
                            + " their ten nearest neighbours stay among the ten nearest.")
            .usually("none");

    public static final Setting<Boolean> EARLY_STOP = Setting.flag(
                    "early-stop",
                    "Take the encoder that measured best, and end training when a quarter of the steps brought none"
                            + " better. Holds out a tenth of the rows, at most 1000, unless told what to measure on.")
            .usually("false");

    public static final Setting<Integer> THREADS = Setting.count(
                    "threads", 1, "How many threads work. The same number gives the same encoder, bit for bit.")
            .usually("all processors");

    public static final Setting<DeviceChoice> DEVICE = Setting.choice(
                    "device",
                    DeviceChoice.class,
                    "Where to search for neighbours and to train: cpu; cuda, an NVIDIA card; or auto, the card where there"
                            + " is one.")
            .usually("cpu");

    public static final Setting<Precision> PRECISION = Setting.choice(
                    "precision",
                    Precision.class,
                    "How the card reads the numbers of large products: bf16, tf32 or fp32.")
            .usually("bf16");

    private static final List<Setting<?>> ALL = List.of(
            DIMS,
            BITS,
            BYTES,
            RECIPE,
            NEIGHBORS,
            METRIC,
            SEARCH,
            RECALL,
            PAIRS,
            NOISE,
            ENCODER,
            PROJECTOR,
            LOSS,
            NESTED,
            MARGIN,
            LAMBDA,
            INIT,
            WHITENING,
            FALLBACK,
            OPTIMIZER,
            LEARNING_RATE,
            WARM_UP,
            FINAL_RATE,
            MOMENTUM,
            WEIGHT_DECAY,
            TRUST,
            NORM_LEARNING_RATE,
            STEPS,
            EPOCHS,
            BATCH_SIZE,
            SAMPLE,
            SEED,
            HOLD_OUT,
            EARLY_STOP,
            THREADS,
            DEVICE,
            PRECISION);

    private Settings() {}

    /** In the order of a fit. */
    public static List<Setting<?>> all() {
        return ALL;
    }

    public static Setting<?> named(String name) {
        return ALL.stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("there is no setting " + name));
    }
}

package dev.tldr4j.cli.fit;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.vectors.IntRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How an encoder is learned; what is not given comes from the recipe. */
final class RecipeOptions {
    @Option(
            names = "--recipe",
            paramLabel = "NAME",
            description = "Where settings come from that are not given: default (keeps every vector's neighbourhood) or"
                    + " paper (TLDR as published, the same as --method tldr). See below.")
    private Recipe recipe;

    @Option(names = "--neighbors", paramLabel = "K", description = "Pair every vector with its K nearest others.")
    private Integer neighbors;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description =
                    "What near means: l2, cosine or dot. With cosine, the encoder scales its outputs to length 1. The"
                            + " default recipe looks for neighbours by cosine in its whitened space, whatever this says.")
    private Metric metric;

    @Option(
            names = "--search",
            paramLabel = "NAME",
            description = "How to search for neighbours: exact, forest, pq, opq, or auto, which takes exact or forest."
                    + " auto unless given. See tldr4j neighbors --help.")
    private SearchMethod search;

    @Option(
            names = "--recall",
            paramLabel = "X",
            description = "The share of the true neighbours that is enough, where exact search is slow. 0.95 unless"
                    + " given.")
    private Double recall;

    @Option(
            names = "--search-bytes",
            paramLabel = "N",
            description = "With --search pq or opq: the bytes of a vector's code. 16 unless given.")
    private Integer searchBytes;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Take the neighbours from this file (see tldr4j neighbors) instead of searching.")
    private Path graph;

    @Option(
            names = "--encoder",
            paramLabel = "SHAPE",
            description =
                    "What the encoder is made of: linear, one matrix; flinear-LAYERS-WIDTH, several that are folded"
                            + " into one after training; or mlp-LAYERS-WIDTH, with ReLUs between, which stay. linear unless"
                            + " given.")
    private String encoder;

    @Option(
            names = "--projector",
            paramLabel = "SHAPE",
            description = "The network between encoder and loss, used in training only: mlp-LAYERS-WIDTH, such as"
                    + " mlp-2-2048, linear, or none.")
    private String projector;

    @Option(
            names = "--loss",
            paramLabel = "NAME",
            description = "What is made small: neighborhood (every vector keeps its distribution over the others, the"
                    + " default recipe's), or of the paper's recipe, which is then taken: barlow (neighbours agree, outputs"
                    + " are decorrelated), mse (the projector makes the input again) or contrastive (neighbours are near,"
                    + " others a margin apart).")
    private LossKind loss;

    @Option(
            names = "--margin",
            paramLabel = "X",
            description = "With --loss contrastive: how far apart. 1 unless given.")
    private Double margin;

    @Option(
            names = "--pairs",
            paramLabel = "NAME",
            description = "What makes a vector's twin: neighbors, or gaussian, which is noise. neighbors unless given.")
    private PairKind pairs;

    @Option(
            names = "--noise",
            paramLabel = "X",
            description = "With --pairs gaussian: the noise's deviation, as a multiple of that of the vectors' numbers."
                    + " 0.5 unless given.")
    private Double noise;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "An oracle: only neighbours of a row's own label become its twins. One whole number a row.")
    private Path labels;

    @Option(names = "--optimizer", paramLabel = "NAME", description = "How weights follow gradients: adam or lars.")
    private OptimizerKind optimizer;

    @Option(names = "--init", paramLabel = "NAME", description = "Where to start: pca, or random weights.")
    private Initialization init;

    @Option(
            names = "--whitening",
            paramLabel = "POWER",
            description = "0 to 1: learn in PCA's directions, and scale them this far to equal spread: 0 keeps them as"
                    + " they are, 1 makes them equal. Unless given, the default recipe whitens by the differences between"
                    + " nearest neighbours, and the paper's takes the vectors as they are.")
    private Double whitening;

    @Option(
            names = "--fallback",
            paramLabel = "NAME",
            description =
                    "pca: hold a tenth of the rows out, at most 1000, and let them choose between what was learned, its"
                            + " start, half of the way, and PCA. none: take what was learned. pca unless given, from 500"
                            + " rows on.")
    private Fallback fallback;

    @Option(names = "--lambda", paramLabel = "X", description = "With --loss barlow: the weight of redundancy.")
    private Double lambda;

    @Option(names = "--learning-rate", paramLabel = "X", description = "The optimizer's largest step.")
    private Double learningRate;

    @Option(
            names = "--warm-up",
            paramLabel = "PART",
            description = "The part of all steps over which the learning rate rises.")
    private Double warmUp;

    @Option(
            names = "--final-rate",
            paramLabel = "PART",
            description = "The part of the learning rate that is left at the end.")
    private Double finalRate;

    @Option(names = "--momentum", paramLabel = "X", description = "Of lars. 0.9 unless given.")
    private Double momentum;

    @Option(names = "--weight-decay", paramLabel = "X", description = "Of lars, for weights. 0.000001 unless given.")
    private Double weightDecay;

    @Option(
            names = "--trust",
            paramLabel = "X",
            description = "Of lars: how far a weight may move, against its length. 0.001 unless given.")
    private Double trust;

    @Option(
            names = "--norm-pace",
            paramLabel = "X",
            description = "Of lars: how many times the learning rate batch normalisations follow. 0.024 unless given.")
    private Double normPace;

    @Option(names = "--epochs", paramLabel = "N", description = "How often to go through all vectors.")
    private Integer epochs;

    @Option(names = "--steps", paramLabel = "N", description = "How many batches to learn from, instead of --epochs.")
    private Integer steps;

    @Option(names = "--batch-size", paramLabel = "N", description = "Pairs per step.")
    private Integer batchSize;

    @Option(names = "--sample", paramLabel = "N", description = "Learn from N rows, drawn at random; all unless given.")
    private Integer sample;

    @Option(names = "--seed", paramLabel = "N", description = "Another seed gives another encoder, about as good.")
    private Long seed;

    Path[] files() {
        return new Path[] {graph, labels};
    }

    /** Null unless given. */
    Integer neighbors() {
        return neighbors;
    }

    /** Null unless given. */
    Path graph() {
        return graph;
    }

    /** Null unless given. */
    Metric metric() {
        return metric;
    }

    /** What is near while measuring: what is near while learning. */
    Metric measuredBy() {
        return metric != null ? metric : isPaper() ? Metric.L2 : Metric.COSINE;
    }

    /** A loss of the paper's recipe stands for all of it, as it does in {@link Tldr}. */
    private boolean isPaper() {
        return recipe == null ? loss != null && loss != LossKind.NEIGHBORHOOD : recipe == Recipe.PAPER;
    }

    /** Takes the recipe that a method stands for; another one beside it is refused. */
    void recipeOf(String method, Recipe named) {
        if (recipe != null && recipe != named) {
            throw new InvalidInputException("--method " + method + " has the recipe "
                    + named.name().toLowerCase(Locale.ROOT) + "; leave out --recipe or --method");
        }
        recipe = named;
        if (named == Recipe.DEFAULT && loss != null && loss != LossKind.NEIGHBORHOOD) {
            throw new InvalidInputException("--loss " + loss.name().toLowerCase(Locale.ROOT)
                    + ": goes with --method tldr, not with --method " + method);
        }
    }

    long seed() {
        return seed == null ? 0 : seed;
    }

    void apply(Tldr.Builder builder) throws IOException {
        set(recipe, builder::recipe);
        set(fallback, builder::fallback);
        set(neighbors, builder::neighbors);
        set(metric, builder::metric);
        set(search, builder::search);
        set(recall, builder::recall);
        set(searchBytes, builder::searchBytes);
        set(encoder, builder::encoder);
        set(projector, builder::projector);
        set(loss, builder::loss);
        set(margin, builder::margin);
        set(pairs, builder::pairs);
        set(noise, builder::noise);
        set(optimizer, builder::optimizer);
        set(init, builder::start);
        set(whitening, builder::whitening);
        set(lambda, builder::lambda);
        set(learningRate, builder::learningRate);
        set(warmUp, builder::warmUp);
        set(finalRate, builder::finalRate);
        set(momentum, builder::momentum);
        set(weightDecay, builder::weightDecay);
        set(trust, builder::trust);
        set(normPace, builder::normPace);
        set(epochs, builder::epochs);
        set(steps, builder::steps);
        set(batchSize, builder::batchSize);
        set(sample, builder::sample);
        set(seed, builder::seed);
        if (graph != null) {
            builder.graph(NeighborGraph.load(graph));
        }
        if (labels != null) {
            builder.labels(IntRows.read(labels));
        }
    }

    static <T> void set(T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}

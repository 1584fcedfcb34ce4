package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Either recipe, in any form; the settings are those of the command {@code fit}, by the same names. */
public final class TldrMethod implements Method {
    private final Recipe recipe;
    private final List<Consumer<Tldr.Builder>> given = new ArrayList<>();
    private final boolean searches;
    private final boolean whitens;
    private final int neighbors;
    private final int sample;

    /** Takes the settings that belong to the recipe. */
    public TldrMethod(Recipe recipe, MethodSettings settings) {
        this.recipe = recipe;
        requireRecipe(settings);
        choice(settings, "init", Initialization.class, Tldr.Builder::start);
        choice(settings, "device", DeviceChoice.class, Tldr.Builder::device);
        choice(settings, "precision", Precision.class, Tldr.Builder::precision);
        add(settings, "encoder", Function.identity(), "an encoder", Tldr.Builder::encoder);
        whole(settings, "neighbors", Tldr.Builder::neighbors);
        whole(settings, "epochs", Tldr.Builder::epochs);
        whole(settings, "steps", Tldr.Builder::steps);
        whole(settings, "batch-size", Tldr.Builder::batchSize);
        number(settings, "whitening", Tldr.Builder::whitening);
        number(settings, "learning-rate", Tldr.Builder::learningRate);
        number(settings, "warm-up", Tldr.Builder::warmUp);
        number(settings, "final-rate", Tldr.Builder::finalRate);
        if (recipe == Recipe.DEFAULT) {
            choice(settings, "metric", Metric.class, Tldr.Builder::metric);
            choice(settings, "fallback", Fallback.class, Tldr.Builder::fallback);
        } else {
            paperSettings(settings);
        }
        // a sample has neighbours and components of its own
        this.sample = settings.count("sample", 0);
        this.searches =
                sample == 0 && (recipe == Recipe.DEFAULT || !"gaussian".equalsIgnoreCase(settings.text("pairs")));
        Tldr.Builder builder = Tldr.builder().recipe(recipe);
        given.forEach(setting -> setting.accept(builder));
        this.neighbors = builder.usualNeighbors();
        this.whitens = builder.whitensNeighbors();
    }

    /** The two recipes are two methods; a setting that says the same as the name does no harm. */
    private void requireRecipe(MethodSettings settings) {
        Recipe asked = settings.parsed("recipe", recipe, text -> value(Recipe.class, text), names(Recipe.class));
        if (asked != recipe) {
            throw new InvalidInputException(settings.method() + ": has the recipe " + lower(recipe) + "; the recipe "
                    + lower(asked) + " is the method " + (asked == Recipe.DEFAULT ? "neighborhood" : "tldr"));
        }
    }

    private void paperSettings(MethodSettings settings) {
        add(
                settings,
                "loss",
                TldrMethod::paperLoss,
                "one of barlow, mse, contrastive (neighborhood is a method of its own)",
                Tldr.Builder::loss);
        choice(settings, "pairs", PairKind.class, Tldr.Builder::pairs);
        choice(settings, "optimizer", OptimizerKind.class, Tldr.Builder::optimizer);
        add(settings, "projector", Function.identity(), "a projector", Tldr.Builder::projector);
        number(settings, "margin", Tldr.Builder::margin);
        number(settings, "noise", Tldr.Builder::noise);
        number(settings, "lambda", Tldr.Builder::lambda);
        number(settings, "momentum", Tldr.Builder::momentum);
        number(settings, "weight-decay", Tldr.Builder::weightDecay);
        number(settings, "trust", Tldr.Builder::trust);
        number(settings, "norm-pace", Tldr.Builder::normPace);
    }

    private static LossKind paperLoss(String text) {
        LossKind loss = value(LossKind.class, text);
        if (loss == LossKind.NEIGHBORHOOD) {
            throw new IllegalArgumentException();
        }
        return loss;
    }

    private static <E extends Enum<E>> E value(Class<E> kind, String text) {
        return Enum.valueOf(kind, text.toUpperCase(Locale.ROOT));
    }

    private static <E extends Enum<E>> String names(Class<E> kind) {
        return "one of "
                + String.join(
                        ", ",
                        Arrays.stream(kind.getEnumConstants())
                                .map(TldrMethod::lower)
                                .toList());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private <E extends Enum<E>> void choice(
            MethodSettings settings, String name, Class<E> kind, BiConsumer<Tldr.Builder, E> setter) {
        add(settings, name, text -> value(kind, text), names(kind), setter);
    }

    private void whole(MethodSettings settings, String name, BiConsumer<Tldr.Builder, Integer> setter) {
        add(settings, name, Integer::valueOf, "a whole number", setter);
    }

    private void number(MethodSettings settings, String name, BiConsumer<Tldr.Builder, Double> setter) {
        add(settings, name, Double::valueOf, "a number", setter);
    }

    private <T> void add(
            MethodSettings settings,
            String name,
            Function<String, T> parse,
            String kind,
            BiConsumer<Tldr.Builder, T> setter) {
        T value = settings.parsed(name, null, parse, kind);
        if (value != null) {
            given.add(builder -> setter.accept(builder, value));
        }
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .dims(dims)
                .seed(seed)
                .threads(material.threads())
                .recipe(recipe)
                .listener(material.listener());
        if (!whitens) {
            // in the whitened space it is the angle that says what is near, whatever the material's metric
            builder.metric(material.metric());
        }
        if (sample > 0) {
            builder.sample(sample);
        } else {
            builder.pca(material.pca());
        }
        if (searches) {
            int k = Math.min(neighbors, material.vectors().rows() - 1);
            builder.graph(whitens ? material.whitenedNeighbors(k) : material.neighbors(k));
        }
        if (whitens()) {
            builder.neighborWhitening(material.neighborWhitening());
        }
        given.forEach(setting -> setting.accept(builder));
        return builder.fit(material.vectors());
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    @Override
    public int neighbors() {
        return searches && !whitens ? neighbors : 0;
    }

    @Override
    public int whitenedNeighbors() {
        return whitens() ? neighbors : 0;
    }

    @Override
    public boolean whitens() {
        return searches && whitens;
    }
}

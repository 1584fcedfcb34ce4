package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Either recipe, in any form; the settings are those of the command {@code fit}, by the same names. */
public final class TldrMethod implements Method {
    /** What the comparison decides, or shares among methods. */
    private static final Set<Setting<?>> NOT_OF_METHODS = Set.of(
            Settings.DIMS,
            Settings.BYTES,
            Settings.RECIPE,
            Settings.SEED,
            Settings.THREADS,
            Settings.SEARCH,
            Settings.RECALL,
            Settings.SAMPLE,
            Settings.HOLD_OUT,
            Settings.EARLY_STOP);

    /** The default recipe looks for neighbours by cosine, whatever the material's metric. */
    private static final Set<Setting<?>> OF_DEFAULT = Set.of(Settings.METRIC, Settings.FALLBACK, Settings.NESTED);

    private static final Set<Setting<?>> OF_PAPER = Set.of(
            Settings.LOSS,
            Settings.PAIRS,
            Settings.OPTIMIZER,
            Settings.PROJECTOR,
            Settings.MARGIN,
            Settings.NOISE,
            Settings.LAMBDA,
            Settings.MOMENTUM,
            Settings.WEIGHT_DECAY,
            Settings.TRUST,
            Settings.NORM_LEARNING_RATE);

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
        Set<Setting<?>> ofTheOther = recipe == Recipe.DEFAULT ? OF_PAPER : OF_DEFAULT;
        for (Setting<?> setting : Settings.all()) {
            if (!NOT_OF_METHODS.contains(setting) && !ofTheOther.contains(setting)) {
                add(settings, setting);
            }
        }
        // a sample has neighbours and components of its own
        Integer rows = value(settings, Settings.SAMPLE);
        this.sample = rows == null ? 0 : rows;
        this.searches =
                sample == 0 && (recipe == Recipe.DEFAULT || !"gaussian".equalsIgnoreCase(settings.text("pairs")));
        Tldr.Builder builder = Tldr.builder().recipe(recipe);
        given.forEach(setting -> setting.accept(builder));
        this.neighbors = builder.usualNeighbors();
        this.whitens = builder.whitensNeighbors();
    }

    /** The two recipes are two methods; a setting that says the same as the name does no harm. */
    private void requireRecipe(MethodSettings settings) {
        Recipe asked = value(settings, Settings.RECIPE);
        if (asked != null && asked != recipe) {
            throw new InvalidInputException(settings.method() + ": has the recipe " + Setting.text(recipe)
                    + "; the recipe " + Setting.text(asked) + " is the method "
                    + (asked == Recipe.DEFAULT ? "neighborhood" : "tldr"));
        }
    }

    private <T> void add(MethodSettings settings, Setting<T> setting) {
        T value = value(settings, setting);
        if (value == LossKind.NEIGHBORHOOD) {
            throw new InvalidInputException(settings.method()
                    + ": loss must be one of barlow, mse, contrastive (neighborhood is a method of its own)");
        }
        if (value != null) {
            given.add(builder -> builder.set(setting, value));
        }
    }

    /** Null where it is not given. */
    private static <T> T value(MethodSettings settings, Setting<T> setting) {
        String text = settings.text(setting.name());
        try {
            return text == null ? null : setting.parse(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(settings.method() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        return fit(material, dims, seed, builder -> {});
    }

    /** @param more settings beyond those given */
    Encoder fit(TrainingContext material, int dims, long seed, Consumer<Tldr.Builder> more) throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .dims(dims)
                .seed(seed)
                .threads(material.threads())
                .recipe(recipe)
                .listener(material.listener());
        if (!whitens) {
            // in the whitened space the metric is cosine, whatever the material's metric
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
        more.accept(builder);
        return builder.fit(material.vectors());
    }

    @Override
    public boolean takesBits() {
        return true;
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

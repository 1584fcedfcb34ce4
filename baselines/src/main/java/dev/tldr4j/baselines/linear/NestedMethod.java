package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The default recipe once for all sizes of a comparison: one encoder of nested outputs, of which each size is a prefix ({@code fit
 * --nested}).
 */
public final class NestedMethod implements Method {
    private final String name;
    private final TldrMethod usual;

    public NestedMethod(MethodSettings settings) {
        this.usual = new TldrMethod(Recipe.DEFAULT, settings.with(Settings.NESTED.name(), "halves"));
        this.name = settings.toString();
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        List<Integer> sizes = material.sizesWith(dims);
        int all = sizes.get(sizes.size() - 1);
        String prefixes = sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
        return material.nested(
                        name + " " + prefixes + " " + seed,
                        () -> usual.fit(material, all, seed, builder -> builder.set(Settings.NESTED, prefixes)))
                .truncated(dims);
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    @Override
    public int whitenedNeighbors() {
        return usual.whitenedNeighbors();
    }

    @Override
    public boolean whitens() {
        return usual.whitens();
    }
}

package dev.tldr4j.cli.fit;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.IntRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.function.Consumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How an encoder is learned: every setting of a fit is an option; what is not given comes from the recipe. */
final class RecipeOptions {
    /** The command has options of its own for them. */
    private static final Set<Setting<?>> ELSEWHERE = Set.of(Settings.DIMS, Settings.THREADS);

    private final Map<Setting<?>, OptionSpec> options = new LinkedHashMap<>();
    private Recipe recipeOfMethod;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Take the neighbours from this file (see tldr4j neighbors) instead of searching.")
    private Path graph;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "An oracle: only neighbours of a row's own label become its twins. One whole number a row.")
    private Path labels;

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        for (Setting<?> setting : Settings.all()) {
            if (!ELSEWHERE.contains(setting)) {
                OptionSpec option = option(setting);
                options.put(setting, option);
                command.addOption(option);
            }
        }
    }

    private static <T> OptionSpec option(Setting<T> setting) {
        OptionSpec.Builder option = OptionSpec.builder("--" + setting.name())
                .type(setting.type())
                .description(setting.sentence() + unlessGiven(setting));
        if (setting.type() == Boolean.class) {
            return option.arity("0").build();
        }
        if (setting == Settings.NESTED) {
            return option.arity("0..*")
                    .paramLabel(setting.label())
                    .parameterConsumer(RecipeOptions::takeSizes)
                    .build();
        }
        return option.paramLabel(setting.label())
                .converters(text -> parsed(setting, text))
                .build();
    }

    /** A list, parted by commas or spaces; none of them is {@code halves}. */
    private static void takeSizes(Stack<String> arguments, ArgSpec option, CommandSpec command) {
        List<String> sizes = new ArrayList<>();
        while (!arguments.isEmpty() && !arguments.peek().startsWith("-")) {
            sizes.add(arguments.pop());
        }
        option.setValue(sizes.isEmpty() ? "halves" : String.join(",", sizes));
    }

    private static <T> T parsed(Setting<T> setting, String text) {
        try {
            return setting.parse(text);
        } catch (InvalidInputException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static String unlessGiven(Setting<?> setting) {
        if (!setting.byDefault().equals(setting.byPaper())) {
            return " Unless given: " + setting.byDefault() + "; in the paper's recipe: " + setting.byPaper() + ".";
        }
        boolean nothing = setting.type() == Boolean.class || setting.byDefault().equals("none");
        return nothing ? "" : " " + setting.byDefault() + " unless given.";
    }

    /** Null unless given. */
    private <T> T value(Setting<T> setting) {
        return setting.type().cast(options.get(setting).getValue());
    }

    Path[] files() {
        return new Path[] {graph, labels};
    }

    /** Null unless given. */
    Integer neighbors() {
        return value(Settings.NEIGHBORS);
    }

    /** Null unless given. */
    Integer bytes() {
        return value(Settings.BYTES);
    }

    /** Null unless given. */
    Path graph() {
        return graph;
    }

    /** Null unless given. */
    Metric metric() {
        return value(Settings.METRIC);
    }

    /** The metric of measurements: the one of learning. */
    Metric measuredBy() {
        return metric() != null ? metric() : isPaper() ? Metric.L2 : Metric.COSINE;
    }

    /** A loss of the paper's recipe stands for all of it, as it does in {@link Tldr}. */
    private boolean isPaper() {
        Recipe recipe = recipeOfMethod == null ? value(Settings.RECIPE) : recipeOfMethod;
        return recipe == null ? isOfPaper(value(Settings.LOSS)) : recipe == Recipe.PAPER;
    }

    private static boolean isOfPaper(LossKind loss) {
        return loss != null && loss != LossKind.NEIGHBORHOOD;
    }

    /** Takes the recipe that a method stands for; another one beside it is refused. */
    void recipeOf(String method, Recipe named) {
        Recipe given = value(Settings.RECIPE);
        if (given != null && given != named) {
            throw new InvalidInputException("--method " + method + " has the recipe " + Setting.text(named)
                    + "; leave out --recipe or --method");
        }
        recipeOfMethod = named;
        LossKind loss = value(Settings.LOSS);
        if (named == Recipe.DEFAULT && isOfPaper(loss)) {
            throw new InvalidInputException(
                    "--loss " + Setting.text(loss) + ": goes with --method tldr, not with --method " + method);
        }
    }

    long seed() {
        Long seed = value(Settings.SEED);
        return seed == null ? 0 : seed;
    }

    void apply(Tldr.Builder builder) throws IOException {
        options.keySet().forEach(setting -> give(builder, setting));
        set(recipeOfMethod, builder::recipe);
        if (graph != null) {
            builder.graph(NeighborGraph.load(graph));
        }
        if (labels != null) {
            builder.labels(IntRows.read(labels));
        }
    }

    private <T> void give(Tldr.Builder builder, Setting<T> setting) {
        set(value(setting), value -> builder.set(setting, value));
    }

    static <T> void set(T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}

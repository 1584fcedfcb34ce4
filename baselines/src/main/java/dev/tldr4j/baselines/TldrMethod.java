package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.DeviceChoice;
import dev.tldr4j.learn.Effort;
import dev.tldr4j.learn.Fallback;
import dev.tldr4j.learn.LossKind;
import dev.tldr4j.learn.OptimizerKind;
import dev.tldr4j.learn.PairKind;
import dev.tldr4j.learn.Recipe;
import dev.tldr4j.learn.Start;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.device.Precision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Every form of TLDR; the settings are those of the command {@code fit}, by the same names. */
final class TldrMethod implements Method {
    /** As many as either recipe takes unless told otherwise. */
    private static final int USUAL_NEIGHBORS = 3;

    private final List<Consumer<Tldr.Builder>> given = new ArrayList<>();
    private final boolean searches;
    private final boolean evens;
    private final int neighbors;
    private final int sample;

    TldrMethod(MethodSettings settings) {
        choice(settings, "recipe", Recipe.class, Tldr.Builder::recipe);
        choice(settings, "effort", Effort.class, Tldr.Builder::effort);
        choice(settings, "fallback", Fallback.class, Tldr.Builder::fallback);
        choice(settings, "loss", LossKind.class, Tldr.Builder::loss);
        choice(settings, "pairs", PairKind.class, Tldr.Builder::pairs);
        choice(settings, "optimizer", OptimizerKind.class, Tldr.Builder::optimizer);
        choice(settings, "init", Start.class, Tldr.Builder::start);
        choice(settings, "device", DeviceChoice.class, Tldr.Builder::device);
        choice(settings, "precision", Precision.class, Tldr.Builder::precision);
        add(settings, "encoder", Function.identity(), "an encoder", Tldr.Builder::encoder);
        add(settings, "projector", Function.identity(), "a projector", Tldr.Builder::projector);
        whole(settings, "neighbors", Tldr.Builder::neighbors);
        whole(settings, "epochs", Tldr.Builder::epochs);
        whole(settings, "steps", Tldr.Builder::steps);
        whole(settings, "batch-size", Tldr.Builder::batchSize);
        number(settings, "margin", Tldr.Builder::margin);
        number(settings, "noise", Tldr.Builder::noise);
        number(settings, "whitening", Tldr.Builder::whitening);
        number(settings, "lambda", Tldr.Builder::lambda);
        number(settings, "reconstruction", Tldr.Builder::reconstruction);
        number(settings, "learning-rate", Tldr.Builder::learningRate);
        number(settings, "warm-up", Tldr.Builder::warmUp);
        number(settings, "final-rate", Tldr.Builder::finalRate);
        number(settings, "encoder-pace", Tldr.Builder::encoderPace);
        number(settings, "momentum", Tldr.Builder::momentum);
        number(settings, "weight-decay", Tldr.Builder::weightDecay);
        number(settings, "trust", Tldr.Builder::trust);
        number(settings, "norm-pace", Tldr.Builder::normPace);
        // a sample has neighbours and components of its own
        this.sample = settings.count("sample", 0);
        this.searches = sample == 0 && !"gaussian".equalsIgnoreCase(settings.text("pairs"));
        this.neighbors = settings.count("neighbors", USUAL_NEIGHBORS);
        Tldr.Builder builder = Tldr.builder();
        given.forEach(setting -> setting.accept(builder));
        this.evens = builder.evensNeighbors();
    }

    private <E extends Enum<E>> void choice(
            MethodSettings settings, String name, Class<E> kind, BiConsumer<Tldr.Builder, E> setter) {
        String names = String.join(
                ", ",
                java.util.Arrays.stream(kind.getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        add(settings, name, text -> Enum.valueOf(kind, text.toUpperCase(Locale.ROOT)), "one of " + names, setter);
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
    public Encoder fit(Material material, int dims, long seed) throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .dims(dims)
                .seed(seed)
                .threads(material.threads())
                .metric(material.metric())
                .listener(material.listener());
        if (sample > 0) {
            builder.sample(sample);
        } else {
            builder.pca(material.pca());
        }
        if (searches) {
            int k = Math.min(neighbors, material.vectors().rows() - 1);
            builder.graph(evens ? material.evenedNeighbors(k) : material.neighbors(k));
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
        return searches && !evens ? neighbors : 0;
    }

    @Override
    public int evenedNeighbors() {
        return searches && evens ? neighbors : 0;
    }
}

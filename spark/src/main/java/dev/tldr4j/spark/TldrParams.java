package dev.tldr4j.spark;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import scala.Function1;

/**
 * The {@link Settings} of a fit as parameters of a stage, so that they can be searched over, saved and explained. A parameter
 * has its setting's name in Java's writing, such as {@code learningRate}; {@link #set(Setting, Object)} sets any of them. What
 * is not set is the recipe's.
 */
public abstract class TldrParams extends Estimator<TldrReducerModel> {
    private static final long serialVersionUID = 1;

    /** Of one machine: how many rows come to the driver is a parameter of its own, and executors have no card. */
    private static final Set<Setting<?>> ELSEWHERE = Set.of(Settings.SAMPLE, Settings.DEVICE, Settings.PRECISION);

    private static final Set<Setting<?>> OF_SAMPLE =
            Set.of(Settings.SEARCH, Settings.RECALL, Settings.THREADS, Settings.HOLD_OUT, Settings.EARLY_STOP);

    private final String uid;
    private final transient Map<Setting<?>, Param<?>> ofSettings = new LinkedHashMap<>();

    TldrParams(String uid) {
        this.uid = uid;
        for (Setting<?> setting : Settings.all()) {
            if (!ELSEWHERE.contains(setting)) {
                ofSettings.put(setting, param(setting));
            }
        }
        setDefault(seed(), 0L);
    }

    private Param<?> param(Setting<?> setting) {
        String name = paramName(setting);
        String doc = (OF_SAMPLE.contains(setting) ? "with fitMode sample: " : "") + setting.sentence();
        Function1<Object, Object> isValid = isValid(setting.name());
        if (setting.type() == Integer.class) {
            return new IntParam(this, name, doc, isValid);
        } else if (setting.type() == Long.class) {
            return new LongParam(this, name, doc, isValid);
        } else if (setting.type() == Double.class) {
            return new DoubleParam(this, name, doc, isValid);
        } else if (setting.type() == Boolean.class) {
            return new BooleanParam(this, name, doc);
        }
        return new Param<>(this, name, doc, isValid);
    }

    /** Says what is wrong itself, where Spark would only say that something is. */
    private static Function1<Object, Object> isValid(String name) {
        return (Function1<Object, Object> & Serializable) value -> {
            typed(Settings.named(name), value);
            return true;
        };
    }

    /** Parameters of choices are texts. */
    private static <T> T typed(Setting<T> setting, Object value) {
        try {
            return setting.type().isInstance(value)
                    ? setting.require(setting.type().cast(value))
                    : setting.parse(String.valueOf(value));
        } catch (InvalidInputException e) {
            throw new InvalidInputException(e.getMessage().replace(setting.name(), paramName(setting)), e);
        }
    }

    private static String paramName(Setting<?> setting) {
        return Pattern.compile("-([a-z])").matcher(setting.name()).replaceAll(letter -> letter.group(1)
                .toUpperCase(Locale.ROOT));
    }

    /** Those that Spark finds, which are those with a method, and all settings. */
    @Override
    public Param<?>[] params() {
        return Stream.concat(Arrays.stream(super.params()), ofSettings.values().stream())
                .distinct()
                .sorted(Comparator.comparing(Param::name))
                .toArray(Param<?>[]::new);
    }

    /** Sets any of the {@link Settings} that is a parameter. */
    public <T> TldrReducer set(Setting<T> setting, T value) {
        boolean isText = setting.type() == String.class || setting.type().isEnum();
        set(paramName(setting), isText ? Setting.text(value) : value);
        return self();
    }

    abstract TldrReducer self();

    @Override
    public String uid() {
        return uid;
    }

    /** All that is set. */
    Tldr.Builder builder() {
        Tldr.Builder builder = Tldr.builder();
        ofSettings.forEach((setting, param) -> give(builder, setting, param));
        return builder;
    }

    private <T> void give(Tldr.Builder builder, Setting<T> setting, Param<?> param) {
        if (isDefined(param)) {
            builder.set(setting, typed(setting, getOrDefault(param)));
        }
    }

    final boolean isSet(Setting<?> setting) {
        return isSet(ofSettings.get(setting));
    }

    public IntParam dims() {
        return (IntParam) ofSettings.get(Settings.DIMS);
    }

    public TldrReducer setDims(int value) {
        return set(Settings.DIMS, value);
    }

    public LongParam seed() {
        return (LongParam) ofSettings.get(Settings.SEED);
    }

    public TldrReducer setSeed(long value) {
        return set(Settings.SEED, value);
    }
}

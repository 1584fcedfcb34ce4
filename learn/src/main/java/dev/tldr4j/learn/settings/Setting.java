package dev.tldr4j.learn.settings;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One setting of a fit: what it is called, what may be given for it, and what holds where nothing is given. */
public final class Setting<T> {
    private final String name;
    private final Class<T> type;
    private final String label;
    private final String sentence;
    private final Consumer<T> check;
    private String byDefault = "";
    private String byPaper;

    private Setting(String name, Class<T> type, String label, String sentence, Consumer<T> check) {
        this.name = name;
        this.type = type;
        this.label = label;
        this.sentence = sentence;
        this.check = check;
    }

    static Setting<Integer> count(String name, int least, String sentence) {
        return new Setting<>(
                name, Integer.class, "N", sentence, value -> require(value >= least, name, "at least " + least, value));
    }

    static Setting<Integer> oneOf(String name, List<Integer> allowed, String sentence) {
        String texts = allowed.stream().map(String::valueOf).collect(Collectors.joining(", ", "one of ", ""));
        return new Setting<>(
                name, Integer.class, "N", sentence, value -> require(allowed.contains(value), name, texts, value));
    }

    static Setting<Long> whole(String name, String sentence) {
        return new Setting<>(name, Long.class, "N", sentence, value -> {});
    }

    static Setting<Double> number(String name, String label, Range range, String sentence) {
        return new Setting<>(
                name,
                Double.class,
                label,
                sentence,
                value -> require(range.contains(value), name, range.toString(), value));
    }

    static Setting<Boolean> flag(String name, String sentence) {
        return new Setting<>(name, Boolean.class, "", sentence, value -> {});
    }

    static <E extends Enum<E>> Setting<E> choice(String name, Class<E> type, String sentence) {
        return choice(name, EnumSet.allOf(type), type, sentence);
    }

    static <E extends Enum<E>> Setting<E> choice(String name, Set<E> allowed, Class<E> type, String sentence) {
        String texts = allowed.stream().map(Setting::text).collect(Collectors.joining(", ", "one of ", ""));
        return new Setting<>(
                name, type, "NAME", sentence, value -> require(allowed.contains(value), name, texts, text(value)));
    }

    /** @param check refuses a text that is no shape */
    static Setting<String> shape(String name, String label, Consumer<String> check, String sentence) {
        return new Setting<>(name, String.class, label, sentence, text -> {
            try {
                check.accept(text);
            } catch (InvalidInputException e) {
                throw new InvalidInputException(name + ": " + e.getMessage(), e);
            }
        });
    }

    /** What holds in both recipes. */
    Setting<T> usually(String value) {
        return usually(value, null);
    }

    /** What holds in the default recipe and in the paper's. */
    Setting<T> usually(String ofDefault, String ofPaper) {
        byDefault = ofDefault;
        byPaper = ofPaper;
        return this;
    }

    /** As on the command line: lower case, with dashes. */
    public String name() {
        return name;
    }

    public Class<T> type() {
        return type;
    }

    /** What stands for a value in a synopsis, such as N; empty for one that is there or not. */
    public String label() {
        return label;
    }

    /** What it is for. */
    public String sentence() {
        return sentence;
    }

    /** What holds in the default recipe where nothing is given, in words; empty where nothing does. */
    public String byDefault() {
        return byDefault;
    }

    /** The same in the paper's recipe. */
    public String byPaper() {
        return byPaper == null ? byDefault : byPaper;
    }

    /** The texts that may be given, where they can be counted; else none. */
    public List<String> choices() {
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .filter(this::isAllowed)
                        .map(Setting::text)
                        .toList()
                : List.of();
    }

    private boolean isAllowed(T value) {
        try {
            check.accept(value);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    /** The value as a user writes it. */
    public static String text(Object value) {
        return value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : value.toString();
    }

    /**
     * Reads what a user wrote.
     *
     * @throws InvalidInputException when it is no such value or out of range; says which setting and what it may be
     */
    public T parse(String text) {
        T value;
        try {
            value = type.cast(read(text));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(name + " must be " + kind() + ", not " + text, e);
        }
        return require(value);
    }

    /**
     * The value, which must be in range.
     *
     * @throws InvalidInputException when it is not; says which setting and what it may be
     */
    public T require(T value) {
        check.accept(value);
        return value;
    }

    private Object read(String text) {
        if (type == Integer.class) {
            return Integer.valueOf(text);
        } else if (type == Long.class) {
            return Long.valueOf(text);
        } else if (type == Double.class) {
            return Double.valueOf(text);
        } else if (type == Boolean.class) {
            return bool(text);
        } else if (type == String.class) {
            return text;
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> text(constant).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    private static Boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException();
        }
        return Boolean.valueOf(text);
    }

    private String kind() {
        if (type.isEnum()) {
            return choices().stream().collect(Collectors.joining(", ", "one of ", ""));
        } else if (type == Boolean.class) {
            return "true or false";
        }
        return type == Double.class ? "a number" : "a whole number";
    }

    private static void require(boolean holds, String name, String range, Object value) {
        if (!holds) {
            throw new InvalidInputException(name + " must be " + range + ", not " + value);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** The numbers from one to another, either of which may be left out. */
    record Range(double from, boolean withFrom, double to, boolean withTo) {
        static Range from(double from, double to) {
            return new Range(from, true, to, true);
        }

        static Range above(double from, double to) {
            return new Range(from, false, to, true);
        }

        static Range fromToBelow(double from, double to) {
            return new Range(from, true, to, false);
        }

        /** Never of NaN. */
        boolean contains(double value) {
            return (withFrom ? value >= from : value > from) && (withTo ? value <= to : value < to);
        }

        @Override
        public String toString() {
            if (!withFrom) {
                return "above " + plain(from) + " and at most " + plain(to);
            }
            return "from " + plain(from) + (withTo ? " to " : " to below ") + plain(to);
        }

        private static String plain(double value) {
            return Long.toString((long) value);
        }
    }
}

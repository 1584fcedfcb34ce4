package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** What is said of a method behind its name: {@code whitening=0.5,…}. Settings that no one asks for are refused. */
public final class MethodSettings {
    private final String method;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    public MethodSettings(String method, String text) {
        this.method = method;
        for (String setting : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1 || equals == setting.length() - 1) {
                throw new InvalidInputException(
                        method + ": \"" + setting + "\" is no setting; write name=value, with commas between several");
            }
            if (values.put(setting.substring(0, equals), setting.substring(equals + 1)) != null) {
                throw new InvalidInputException(method + ": " + setting.substring(0, equals) + " is given twice");
            }
        }
    }

    /** These settings with one that the method's name stands for, which therefore may not be given. */
    public MethodSettings with(String name, String value) {
        if (values.put(name, value) != null) {
            throw new InvalidInputException(method + ": its " + name + " is " + value + "; leave that setting out");
        }
        return this;
    }

    /** As a user wrote it, without the settings. */
    public String method() {
        return method;
    }

    /** The text of a setting, or null where it is not given. */
    public String text(String name) {
        known.add(name);
        return values.get(name);
    }

    public double number(String name, double otherwise) {
        return parsed(name, otherwise, Double::valueOf, "a number");
    }

    public int count(String name, int otherwise) {
        return parsed(name, otherwise, Integer::valueOf, "a whole number");
    }

    /** @param kind what the text must be, for a message */
    public <T> T parsed(String name, T otherwise, Function<String, T> parse, String kind) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(method + ": " + name + " must be " + kind + ", not " + text, e);
        }
    }

    @Override
    public String toString() {
        return method + values;
    }

    /** Refuses what was not asked for. */
    public void requireAllKnown() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw new InvalidInputException(method + ": has no setting " + name
                        + (known.isEmpty() ? "; it has none" : "; it has " + String.join(", ", known)));
            }
        }
    }
}

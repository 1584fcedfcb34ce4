package dev.tldr4j.evaluate.report;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of one JSON object of results.json; one that is missing or of another type is the file's fault. */
record Fields(String place, Map<?, ?> object) {

    static Fields of(String place, Object value) {
        if (value instanceof Map<?, ?> object) {
            return new Fields(place, object);
        }
        throw bad(place, "an object");
    }

    boolean has(String name) {
        return object.get(name) != null;
    }

    Fields object(String name) {
        return of(at(name), object.get(name));
    }

    String text(String name) {
        if (object.get(name) instanceof String text) {
            return text;
        }
        throw bad(at(name), "text");
    }

    double number(String name) {
        if (object.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw bad(at(name), "a number");
    }

    /** NaN where there is none: JSON has null for a figure that is not a number. */
    double numberOrNaN(String name) {
        return has(name) ? number(name) : Double.NaN;
    }

    List<?> list(String name) {
        if (object.get(name) instanceof List<?> list) {
            return list;
        }
        throw bad(at(name), "a list");
    }

    /** A list in which each item is null or of this type. */
    <T> List<T> listOf(Class<T> type, String name) {
        List<?> list = list(name);
        for (Object item : list) {
            if (item != null && !type.isInstance(item)) {
                throw bad(at(name), "a list of " + (type == String.class ? "texts" : "numbers"));
            }
        }
        return list.stream().<T>map(type::cast).toList();
    }

    /** All fields, each a number; those that are null are left out. */
    Map<String, Double> numbers() {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (Object name : object.keySet()) {
            if (has((String) name)) {
                numbers.put((String) name, number((String) name));
            }
        }
        return numbers;
    }

    private String at(String name) {
        return place.isEmpty() ? name : place + "." + name;
    }

    static InvalidInputException bad(String place, String wanted) {
        return new InvalidInputException("results.json: " + (place.isEmpty() ? "it" : place) + " should be " + wanted
                + "; let tldr4j compare write the file anew");
    }
}

package dev.tldr4j.evaluate.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of one reduction of a grid.
 *
 * @param learned how it was learned; null if that is not done, and for the full vectors
 * @param storages by name, what was measured in that form of storage, or why nothing was
 * @param failed why nothing is known of it, or null
 */
record Cell(Grid.Fit fit, Learned learned, Map<String, Map<String, Object>> storages, String failed) {

    /**
     * A fit.
     *
     * @param kind {@code encoder} or {@code reduced}: what is in the file
     * @param file relative to the folder
     * @param curve {@link LossCurve#points}
     */
    record Learned(double seconds, String kind, String file, List<?> notes, Map<?, ?> curve) {}

    /** Nothing yet. */
    static Cell of(Grid.Fit fit) {
        return new Cell(fit, null, Map.of(), null);
    }

    Cell learnedAs(Learned now) {
        return new Cell(fit, now, storages, failed);
    }

    Cell stored(String storage, Map<String, Object> measured) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>(storages);
        all.put(storage, measured);
        return new Cell(fit, learned, all, failed);
    }

    Cell failedBecause(String reason) {
        return new Cell(fit, learned, storages, reason);
    }

    /** As it is kept in the folder. */
    Map<String, Object> json() {
        Map<String, Object> json = named();
        json.put("storage", storages);
        json.putAll(about());
        if (learned != null) {
            json.put("curve", learned.curve);
        }
        return json;
    }

    /** Which one it is. */
    Map<String, Object> named() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", fit.method());
        json.put("dims", fit.dims());
        json.put("seed", fit.seed());
        return json;
    }

    /** What is said of it in every form of storage. */
    Map<String, Object> about() {
        Map<String, Object> json = new LinkedHashMap<>();
        if (learned != null) {
            json.put("fitSeconds", learned.seconds);
            json.put(learned.kind, learned.file);
            json.put("notes", learned.notes);
        }
        return json;
    }

    /** @throws ClassCastException if this is not what {@link #json} gave */
    static Cell of(Grid.Fit fit, Map<String, Object> json) {
        Cell cell = of(fit);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) json.getOrDefault("storage", Map.of())).entrySet()) {
            Map<String, Object> measured = new LinkedHashMap<>();
            ((Map<?, ?>) entry.getValue()).forEach((key, value) -> measured.put((String) key, value));
            cell = cell.stored((String) entry.getKey(), measured);
        }
        if (json.get("fitSeconds") instanceof Number seconds) {
            String kind = json.containsKey("encoder") ? "encoder" : "reduced";
            cell = cell.learnedAs(new Learned(
                    seconds.doubleValue(),
                    kind,
                    (String) json.get(kind),
                    (List<?>) json.getOrDefault("notes", List.of()),
                    (Map<?, ?>) json.getOrDefault("curve", Map.of())));
        }
        return cell;
    }
}

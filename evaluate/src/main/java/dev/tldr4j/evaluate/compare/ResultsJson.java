package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.learn.device.Blas;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A comparison's cells, in the form of results.json: one object for every encoder in every form of storage. */
final class ResultsJson {
    private static final List<String> KEPT =
            List.of("fitSeconds", "encodeSeconds", "encodedRows", "encoder", "reduced", "notes");

    private final Task task;
    private final Grid grid;
    private final Map<String, Object> settings;
    private final List<Map<String, Object>> cells;

    /** @param cells the full vectors first */
    ResultsJson(Task task, Grid grid, Map<String, Object> settings, List<Map<String, Object>> cells) {
        this.task = task;
        this.grid = grid;
        this.settings = settings;
        this.cells = cells;
    }

    /** @param others further entries */
    Map<String, Object> asMap(Map<String, Object> others) {
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("format", 1);
        results.put("version", version());
        results.put("blas", Blas.describe());
        results.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        results.put("title", FileName.of(task.training().name()));
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("kind", task.kind());
        about.put("main", task.main());
        about.put("measures", task.measures());
        about.putAll(task.describe());
        results.put("task", about);
        results.put("settings", settings);
        List<Map<String, Object>> flat = new ArrayList<>();
        List<Map<String, Object>> curves = new ArrayList<>();
        for (Map<String, Object> cell : cells) {
            flat.addAll(flat(cell));
            if (cell.get("curve") instanceof Map<?, ?> curve && !curve.isEmpty()) {
                Map<String, Object> entry = keys(cell);
                curve.forEach((key, value) -> entry.put(key.toString(), value));
                curves.add(entry);
            }
        }
        results.put("full", full());
        results.put("cells", flat);
        results.put("curves", curves);
        results.putAll(others);
        return results;
    }

    /** The full vectors as floats, which everything is compared with. */
    private Object full() {
        return ((Map<?, ?>) cells.get(0).get("storage")).get(Storages.FLOAT);
    }

    private static Map<String, Object> keys(Map<String, Object> cell) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String key : new String[] {"method", "dims", "seed"}) {
            keys.put(key, cell.get(key));
        }
        return keys;
    }

    /** One object for every form of storage that was asked for. */
    private List<Map<String, Object>> flat(Map<String, Object> cell) {
        List<Map<String, Object>> flat = new ArrayList<>();
        Map<?, ?> storages = (Map<?, ?>) cell.get("storage");
        for (String storage : grid.storages()) {
            if (cell.get("method").equals(Average.FULL) && storage.equals(Storages.FLOAT)) {
                continue; // it has an entry of its own
            }
            Map<String, Object> entry = keys(cell);
            entry.put("storage", storage);
            if (cell.containsKey("failed")) {
                entry.put("failed", cell.get("failed"));
            } else {
                ((Map<?, ?>) storages.get(storage)).forEach((key, value) -> entry.put(key.toString(), value));
                for (String key : KEPT) {
                    if (cell.containsKey(key)) {
                        entry.put(key, cell.get(key));
                    }
                }
            }
            flat.add(entry);
        }
        return flat;
    }

    private static String version() {
        String version = ResultsJson.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}

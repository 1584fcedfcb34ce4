package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.learn.device.Blas;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A comparison's cells, in the form of results.json: one object for every encoder in every form of storage. */
final class ResultsJson {
    private final Task task;
    private final Grid grid;
    private final Map<String, Object> settings;
    private final List<Cell> cells;

    /** @param cells the full vectors first */
    ResultsJson(Task task, Grid grid, Map<String, Object> settings, List<Cell> cells) {
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
        results.put("title", DataName.of(Path.of(task.training().name())));
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("kind", task.kind());
        about.put("main", task.main());
        about.put("measures", task.measures());
        about.putAll(task.describe());
        results.put("task", about);
        results.put("settings", settings);
        List<Map<String, Object>> flat = new ArrayList<>();
        List<Map<String, Object>> curves = new ArrayList<>();
        for (Cell cell : cells) {
            flat.addAll(flat(cell));
            if (cell.learned() != null && !cell.learned().curve().isEmpty()) {
                Map<String, Object> entry = cell.named();
                cell.learned().curve().forEach((key, value) -> entry.put(key.toString(), value));
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
        return cells.get(0).storages().get(Storages.FLOAT);
    }

    /** One object for every form of storage that was asked for. */
    private List<Map<String, Object>> flat(Cell cell) {
        List<Map<String, Object>> flat = new ArrayList<>();
        boolean full = cell.fit().method().equals(Average.FULL);
        for (String storage : full ? grid.storagesOfFull() : grid.storages(cell.fit())) {
            if (full && storage.equals(Storages.FLOAT)) {
                continue; // it has an entry of its own
            }
            Map<String, Object> entry = cell.named();
            entry.put("storage", storage);
            if (cell.failed() != null) {
                entry.put("failed", cell.failed());
            } else {
                entry.putAll(cell.storages().get(storage));
                entry.putAll(cell.about());
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

package dev.tldr4j.evaluate.report;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What results.json says of the grid, checked.
 *
 * @param main the measure that decides
 * @param measures all measures, in the order to show them
 * @param full the measures of the full vectors
 * @param fullBytes what a full vector takes
 * @param cells those that finished
 * @param failed those that did not
 */
public record Results(
        String main,
        List<String> measures,
        Map<String, Double> full,
        double fullBytes,
        List<Cell> cells,
        List<Failure> failed) {

    private static final long FORMAT = 1;

    /** One finished cell. Seconds are NaN where the grid does not say. */
    public record Cell(
            String method,
            int dims,
            String storage,
            long seed,
            Map<String, Double> measures,
            double bytesPerVector,
            double sharedBytes,
            double fitSeconds) {}

    /** One cell that failed, and why. */
    public record Failure(String method, int dims, String storage, long seed, String reason) {}

    /**
     * @param json results.json, parsed
     * @throws InvalidInputException if a part that is needed is missing or of another type
     */
    public static Results of(Map<String, Object> json) {
        Fields top = Fields.of("", json);
        if (top.number("format") != FORMAT) {
            throw new InvalidInputException("results.json: its format is " + json.get("format")
                    + ", this version reads " + FORMAT + "; use the tldr4j that wrote it");
        }
        Fields task = top.object("task");
        Fields full = top.object("full");
        Map<String, Double> fullMeasures = full.object("measures").numbers();
        List<String> measures = task.has("measures")
                ? task.listOf(String.class, "measures")
                : List.copyOf(full.object("measures").numbers().keySet());
        List<Cell> cells = new ArrayList<>();
        List<Failure> failed = new ArrayList<>();
        List<?> list = top.list("cells");
        for (int i = 0; i < list.size(); i++) {
            Fields cell = Fields.of("cells[" + i + "]", list.get(i));
            if (cell.has("failed")) {
                failed.add(failure(cell));
            } else {
                cells.add(cell(cell));
            }
        }
        return new Results(task.text("main"), measures, fullMeasures, full.number("bytesPerVector"), cells, failed);
    }

    private static Cell cell(Fields cell) {
        return new Cell(
                cell.text("method"),
                (int) cell.number("dims"),
                cell.text("storage"),
                (long) cell.number("seed"),
                cell.object("measures").numbers(),
                cell.number("bytesPerVector"),
                cell.has("sharedBytes") ? cell.number("sharedBytes") : 0,
                cell.numberOrNaN("fitSeconds"));
    }

    private static Failure failure(Fields cell) {
        return new Failure(
                cell.text("method"),
                (int) cell.number("dims"),
                cell.has("storage") ? cell.text("storage") : "",
                cell.has("seed") ? (long) cell.number("seed") : 0,
                cell.text("failed"));
    }
}

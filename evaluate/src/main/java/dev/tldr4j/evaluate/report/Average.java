package dev.tldr4j.evaluate.report;

import dev.tldr4j.evaluate.report.Results.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The cells of one method, number of dimensions and storage, averaged over their seeds.
 *
 * @param seeds how many seeds finished
 * @param mean each measure's mean
 * @param deviation each measure's standard deviation (of a sample, so over n - 1); 0 for a single seed
 */
public record Average(
        String method,
        int dims,
        String storage,
        int seeds,
        Map<String, Double> mean,
        Map<String, Double> deviation,
        double bytesPerVector,
        double sharedBytes,
        double fitSeconds) {

    /** The method that stands for no reduction at all, only another storage. */
    public static final String FULL = "full";

    public boolean isFull() {
        return method.equals(FULL);
    }

    /** With any whitening. */
    boolean isPca() {
        return method.equals("pca") || method.startsWith("pca:");
    }

    /** The averages of all cells that finished, in the order in which the grid first names them. */
    public static List<Average> of(Results results) {
        return of(results.cells());
    }

    static List<Average> of(List<Cell> cells) {
        record Key(String method, int dims, String storage) {}
        Map<Key, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : cells) {
            groups.computeIfAbsent(new Key(cell.method(), cell.dims(), cell.storage()), key -> new ArrayList<>())
                    .add(cell);
        }
        return groups.values().stream().map(Average::ofOne).toList();
    }

    private static Average ofOne(List<Cell> cells) {
        Cell first = cells.get(0);
        Map<String, Double> mean = new LinkedHashMap<>();
        Map<String, Double> deviation = new LinkedHashMap<>();
        for (String measure : first.measures().keySet()) {
            // A seed without this figure leaves the measure out: a mean over other seeds would not compare.
            if (cells.stream().allMatch(cell -> cell.measures().containsKey(measure))) {
                ToDoubleFunction<Cell> figure = cell -> cell.measures().get(measure);
                mean.put(measure, mean(cells, figure));
                deviation.put(measure, deviation(cells, figure));
            }
        }
        return new Average(
                first.method(),
                first.dims(),
                first.storage(),
                cells.size(),
                mean,
                deviation,
                mean(cells, Cell::bytesPerVector),
                mean(cells, Cell::sharedBytes),
                mean(cells, Cell::fitSeconds));
    }

    private static double mean(List<Cell> cells, ToDoubleFunction<Cell> figure) {
        return cells.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static double deviation(List<Cell> cells, ToDoubleFunction<Cell> figure) {
        if (cells.size() == 1) {
            return 0;
        }
        double mean = mean(cells, figure);
        double squares = cells.stream()
                .mapToDouble(cell -> Math.pow(figure.applyAsDouble(cell) - mean, 2))
                .sum();
        return Math.sqrt(squares / (cells.size() - 1));
    }
}

package dev.tldr4j.evaluate.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results in short: for every method, number of dimensions and form of storage, the mean over the seeds. */
public final class Summary {
    private Summary() {}

    /**
     * One line.
     *
     * @param seeds how many it is the mean of; 0 where all failed
     * @param deviation the standard deviation over the seeds; NaN where there is but one
     * @param ofFull the share of what the full vectors reach as floats
     */
    public record Line(
            String method,
            int dims,
            String storage,
            int seeds,
            double mean,
            double deviation,
            double ofFull,
            double bytesPerVector,
            double fitSeconds,
            String failed) {}

    /** The lines in the order of the cells, for the measure that decides. */
    public static List<Line> of(Map<String, Object> results) {
        Map<?, ?> task = (Map<?, ?>) results.get("task");
        String main = (String) task.get("main");
        double full = number(((Map<?, ?>) ((Map<?, ?>) results.get("full")).get("measures")).get(main));
        Map<List<Object>, List<Map<?, ?>>> groups = new LinkedHashMap<>();
        for (Object each : (List<?>) results.get("cells")) {
            Map<?, ?> cell = (Map<?, ?>) each;
            List<Object> key = List.of(cell.get("method"), (int) number(cell.get("dims")), cell.get("storage"));
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(cell);
        }
        List<Line> lines = new ArrayList<>();
        groups.forEach((key, cells) -> lines.add(line(key, cells, main, full)));
        return lines;
    }

    private static Line line(List<Object> key, List<Map<?, ?>> cells, String main, double full) {
        List<Map<?, ?>> done =
                cells.stream().filter(cell -> cell.containsKey("measures")).toList();
        String failed = cells.stream()
                .filter(cell -> cell.containsKey("failed"))
                .map(cell -> cell.get("failed").toString())
                .findFirst()
                .orElse(null);
        double[] values = done.stream()
                .mapToDouble(cell -> number(((Map<?, ?>) cell.get("measures")).get(main)))
                .toArray();
        double mean = mean(values);
        return new Line(
                (String) key.get(0),
                (int) key.get(1),
                (String) key.get(2),
                values.length,
                mean,
                deviation(values, mean),
                mean / full,
                done.isEmpty() ? Double.NaN : number(done.get(0).get("bytesPerVector")),
                mean(done.stream()
                        .filter(cell -> cell.containsKey("fitSeconds"))
                        .mapToDouble(cell -> number(cell.get("fitSeconds")))
                        .toArray()),
                failed);
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** With n − 1: the seeds are a sample. */
    private static double deviation(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
    }
}

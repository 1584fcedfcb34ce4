package dev.tldr4j.evaluate.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the page shows, ready to draw: averages instead of cells, and no more digits and points than can be seen. */
final class ReportData {
    private static final int CURVE_POINTS = 200;
    private static final MathContext CURVE_DIGITS = new MathContext(5);

    private ReportData() {}

    static Map<String, Object> of(Map<String, Object> json) {
        Results results = Results.of(json);
        Recommendation recommendation = new Recommendation(results);
        Map<String, Object> data = new LinkedHashMap<>();
        Fields top = Fields.of("", json);
        for (String part : List.of("title", "version", "created")) {
            data.put(part, top.has(part) ? top.text(part) : null);
        }
        data.put("task", top.object("task").object());
        data.put("settings", top.object("settings").object());
        data.put("main", results.main());
        data.put("measures", results.measures());
        data.put("full", Map.of("measures", results.full(), "bytes", results.fullBytes()));
        List<Average> averages = Average.of(results.cells());
        data.put("rows", averages.stream().map(ReportData::row).toList());
        data.put("failed", results.failed().stream().map(ReportData::failure).toList());
        data.put("headline", recommendation.headline());
        data.put("recommendation", recommendation.sentences());
        data.put(
                "choices",
                recommendation.choices().stream().map(averages::indexOf).toList());
        data.put("curves", curves(top));
        List<String> labels = top.has("mapLabels") ? top.listOf(String.class, "mapLabels") : null;
        data.put("maps", maps(top, labels));
        data.put("mapLabels", labels);
        return data;
    }

    private static Map<String, Object> row(Average average) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("method", average.method());
        row.put("dims", average.dims());
        row.put("storage", average.storage());
        row.put("seeds", average.seeds());
        row.put("mean", average.mean());
        row.put("deviation", average.deviation());
        row.put("bytes", average.bytesPerVector());
        row.put("shared", average.sharedBytes());
        row.put("fitSeconds", average.fitSeconds());
        return row;
    }

    private static Map<String, Object> failure(Results.Failure failure) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("method", failure.method());
        row.put("dims", failure.dims());
        row.put("storage", failure.storage());
        row.put("seed", failure.seed());
        row.put("reason", failure.reason());
        return row;
    }

    private static List<Map<String, Object>> curves(Fields top) {
        List<Map<String, Object>> curves = new ArrayList<>();
        for (Object item : top.has("curves") ? top.list("curves") : List.of()) {
            Fields curve = Fields.of("curves[" + curves.size() + "]", item);
            List<Number> steps = curve.listOf(Number.class, "steps");
            List<Number> loss = curve.listOf(Number.class, "loss");
            if (steps.size() != loss.size()) {
                throw Fields.bad(curve.place() + ".loss", "as long as its steps");
            }
            List<List<Number>> points = new ArrayList<>();
            int stride = Math.max(1, (steps.size() + CURVE_POINTS - 1) / CURVE_POINTS);
            for (int i = 0; i < steps.size(); i++) {
                // the last point is where the training ended, so it is always there
                if ((i % stride == 0 || i == steps.size() - 1) && steps.get(i) != null && loss.get(i) != null) {
                    points.add(List.of(steps.get(i), round(loss.get(i), CURVE_DIGITS)));
                }
            }
            curves.add(Map.of(
                    "method",
                    curve.text("method"),
                    "dims",
                    (int) curve.number("dims"),
                    "seed",
                    curve.has("seed") ? (long) curve.number("seed") : 0,
                    "points",
                    points));
        }
        return curves;
    }

    private static List<Map<String, Object>> maps(Fields top, List<String> labels) {
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Object item : top.has("maps") ? top.list("maps") : List.of()) {
            Fields map = Fields.of("maps[" + maps.size() + "]", item);
            List<?> points = map.list("points");
            for (Object point : points) {
                if (!(point instanceof List<?> pair) || pair.size() != 2) {
                    throw Fields.bad(map.place() + ".points", "a list of pairs of numbers");
                }
            }
            if (labels != null && labels.size() != points.size()) {
                throw Fields.bad(map.place() + ".points", "as many as mapLabels");
            }
            maps.add(PackedPoints.of(points).named(map.text("name")));
        }
        return maps;
    }

    private static Number round(Number number, MathContext digits) {
        double value = number.doubleValue();
        return Double.isFinite(value) ? new BigDecimal(value, digits).doubleValue() : Double.NaN;
    }
}

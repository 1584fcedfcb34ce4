package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.evaluate.inspect.Advice;
import dev.tldr4j.evaluate.inspect.Inspection;
import dev.tldr4j.evaluate.inspect.OddRows;
import dev.tldr4j.evaluate.inspect.Spread;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.ElementType;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What an inspection found, as a table or as JSON. */
record InspectionResult(Path file, long bytes, Inspection found, Advice advice, double seconds) {
    /** So many constant dimensions are named, of more only the number. */
    private static final int NAMED = 5;

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("input", file.toString());
        json.put("rows", found.rows());
        json.put("dims", found.dims());
        json.put("type", found.type().toString());
        json.put("bytes", bytes);
        json.put("scannedRows", found.scanned());
        var lengths = new LinkedHashMap<String, Object>();
        lengths.put("min", found.lengths().min());
        lengths.put("median", found.lengths().median());
        lengths.put("max", found.lengths().max());
        lengths.put("equal", found.lengths().equal());
        lengths.put("normalized", found.lengths().normalized());
        json.put("lengths", lengths);
        json.put("notFinite", json(found.notFinite()));
        json.put("zero", json(found.zero()));
        var copies = json(new OddRows(found.copies().rows(), found.copies().first()));
        copies.put("of", rowOrNull(found.copies().of()));
        json.put("copies", copies);
        json.put("constantDims", found.constant());
        json.put("spread", json(found.spread()));
        var intrinsic = new LinkedHashMap<String, Object>();
        intrinsic.put("dims", found.intrinsicDims());
        intrinsic.put("rows", found.neighborRows());
        json.put("intrinsic", intrinsic);
        json.put("tryDims", advice.dims());
        json.put("advice", advice.words());
        json.put("seconds", seconds);
        return json;
    }

    private static Map<String, Object> json(OddRows odd) {
        var json = new LinkedHashMap<String, Object>();
        json.put("rows", odd.rows());
        json.put("first", rowOrNull(odd.first()));
        return json;
    }

    private static Integer rowOrNull(int row) {
        return row < 0 ? null : row;
    }

    private static Map<String, Object> json(Spread spread) {
        if (spread == null) {
            return null;
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("rows", spread.rows());
        var components = new LinkedHashMap<String, Object>();
        spread.components().forEach((percent, count) -> components.put(percent.toString(), count));
        json.put("components", components);
        json.put("meanCosine", spread.meanCosine());
        json.put("meanShare", spread.meanShare());
        return json;
    }

    String text() {
        var text = new StringBuilder(table().toString()).append("\nTry first:\n");
        advice.words().forEach(words -> text.append("- ").append(words).append('\n'));
        if (!advice.dims().isEmpty()) {
            text.append(found.notFinite().rows() == 0 ? "\nGo on:\n" : "\nGo on when that is done:\n");
            String metric = advice.metric() == Metric.COSINE ? "" : " --metric " + advice.metric();
            if (advice.sample() == 0) { // it learns from all rows, several times
                text.append("  tldr4j compare --input ").append(file).append(metric);
                text.append(" --methods pca neighborhood --dims");
                advice.dims().forEach(dims -> text.append(' ').append(dims));
                text.append(" --output comparison\n");
            }
            text.append("  tldr4j fit --input ").append(file).append(metric);
            text.append(advice.sample() == 0 ? "" : " --sample " + advice.sample());
            text.append(" --dims ").append(advice.dims().get(advice.dims().size() / 2));
            text.append(" --output encoder.safetensors\n");
        }
        return text.toString();
    }

    private Table table() {
        String scanned = ofRows(found.scanned());
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT, Table.Align.LEFT)
                .row("", "", "seen in")
                .row("file", file + ", " + Format.bytes(bytes), "")
                .row(
                        "holds",
                        Format.count(found.rows()) + " rows of " + Format.count(found.dims()) + " numbers, "
                                + found.type(),
                        "")
                .row("lengths", lengths(), scanned)
                .row(
                        found.type() == ElementType.F8 ? "NaN, infinity, beyond f4" : "NaN or infinity",
                        odd(found.notFinite()),
                        scanned)
                .row("zero rows", odd(found.zero()), scanned)
                .row("copies", copies(), scanned)
                .row("constant dimensions", constant(), scanned);
        if (found.spread() != null) {
            String sample = ofRows(found.spread().rows());
            table.row("variance kept by PCA", components(), sample)
                    .row(
                            "mean cosine of two rows",
                            figure("%.3f", found.spread().meanCosine()),
                            sample)
                    .row(
                            "common to all rows",
                            figure(
                                    "%.1f %% of their squared length",
                                    100 * found.spread().meanShare()),
                            sample)
                    .row("intrinsic dimension", figure("%.1f", found.intrinsicDims()), ofRows(found.neighborRows()));
        }
        return table.row("time", Format.seconds(seconds), "");
    }

    private String ofRows(int rows) {
        return rows == found.rows() ? "all rows" : Format.count(rows) + " rows";
    }

    private String lengths() {
        var lengths = found.lengths();
        if (Double.isNaN(lengths.median())) {
            return "unknown";
        }
        String kind = lengths.normalized() ? ": normalised" : lengths.equal() ? ": all equal" : "";
        return "least " + figure("%.4g", lengths.min()) + ", median " + figure("%.4g", lengths.median()) + ", most "
                + figure("%.4g", lengths.max()) + kind;
    }

    private static String odd(OddRows odd) {
        return odd.rows() == 0 ? "none" : rows(odd.rows()) + ", the first is row " + odd.first();
    }

    private String copies() {
        var copies = found.copies();
        return copies.rows() == 0
                ? "none"
                : rows(copies.rows()) + ", the first is row " + copies.first() + ", of row " + copies.of();
    }

    private static String rows(int rows) {
        return Format.count(rows) + (rows == 1 ? " row" : " rows");
    }

    private String constant() {
        List<Integer> constant = found.constant();
        if (constant.isEmpty()) {
            return "none";
        }
        String named = constant.stream().limit(NAMED).map(Object::toString).collect(Collectors.joining(", "));
        return Format.count(constant.size()) + ": " + named + (constant.size() > NAMED ? ", …" : "");
    }

    private String components() {
        if (found.dims() > Spread.MOST_DIMS) {
            return "not measured, which would take too long with so many dimensions";
        }
        var components = found.spread().components();
        return components.isEmpty()
                ? "nothing varies"
                : components.entrySet().stream()
                        .map(entry -> entry.getKey() + " % in " + Format.count(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String figure(String format, double figure) {
        return Double.isNaN(figure) ? "unknown" : String.format(Locale.ROOT, format, figure);
    }
}

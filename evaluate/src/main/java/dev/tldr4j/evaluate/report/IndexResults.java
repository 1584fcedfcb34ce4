package dev.tldr4j.evaluate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What results.json of {@code lucene-bench} says, checked.
 *
 * @param metric the one that decides
 * @param metrics all of them, in the order to show them
 * @param full what it is compared with: full vectors as they are
 * @param cells what was measured, full vectors as they are first
 * @param budgets bytes per vector to say the best of
 */
record IndexResults(String metric, List<String> metrics, Measured full, List<Measured> cells, List<Double> budgets) {

    /**
     * An index, searched in some way. Bytes are those of a vector.
     *
     * @param vectors what is indexed: method and number of dimensions
     * @param candidates how many documents are found in the graph
     * @param reranked by what they are ordered anew, in words; empty for none
     * @param search both where it is not the usual search, for people
     * @param codes the numbers that are searched
     * @param timesFull the median time of a query over that of full vectors, measured in turns with it
     */
    record Measured(
            String method,
            int dims,
            String vectors,
            String quantization,
            int candidates,
            String reranked,
            String search,
            double codes,
            double corrections,
            double graph,
            double disk,
            double p50,
            double timesFull,
            Map<String, Double> scores,
            Fields fields) {

        /** What a search must find in memory of a vector, the graph apart. */
        double bytes() {
            return codes + corrections;
        }

        boolean isFull() {
            return method.equals(Average.FULL);
        }

        boolean isPca() {
            return method.split(":", 2)[0].equals("pca");
        }

        /** The form of the numbers that are searched. */
        String storage() {
            return quantization.equals("none") ? "float" : quantization;
        }

        /** For people. */
        String name() {
            return vectors + " as " + storage() + search;
        }
    }

    /** @throws dev.tldr4j.encoder.InvalidInputException if a part that is needed is missing or of another type */
    static IndexResults of(Map<String, Object> json) {
        Fields top = Fields.of("", json);
        List<String> metrics = top.listOf(String.class, "metrics");
        int usual = (int) top.number("candidates");
        List<Measured> cells = new ArrayList<>();
        List<?> list = top.list("indexes");
        for (int i = 0; i < list.size(); i++) {
            cells.add(measured(Fields.of("indexes[" + i + "]", list.get(i)), metrics, usual));
        }
        List<Double> budgets = top.listOf(Number.class, "budgets").stream()
                .map(Number::doubleValue)
                .toList();
        return new IndexResults(metrics.get(0), metrics, cells.get(0), cells, budgets);
    }

    private static Measured measured(Fields cell, List<String> metrics, int usual) {
        Map<String, Double> scores = new LinkedHashMap<>();
        metrics.forEach(metric -> scores.put(metric, cell.number(metric)));
        int dims = (int) cell.number("dims");
        String shortlist =
                cell.has("shortlist") ? String.format(Locale.ROOT, " by %.0f", cell.number("shortlist")) : "";
        int candidates = (int) cell.number("candidates");
        String reranked = reranked(cell);
        String search = candidates == usual ? "" : " (" + candidates + " candidates)";
        return new Measured(
                cell.text("method"),
                dims,
                cell.text("method") + " " + dims + shortlist,
                cell.text("quantization"),
                candidates,
                reranked,
                reranked.isEmpty() ? search : " (" + candidates + " re-ranked by " + reranked + ")",
                cell.number("codeBytesPerVector"),
                cell.number("correctionBytesPerVector"),
                cell.number("graphBytesPerVector"),
                cell.number("diskBytesPerVector"),
                cell.number("p50Micros"),
                cell.number("p50Micros") / cell.number("p50MicrosOfFull"),
                scores,
                cell);
    }

    private static String reranked(Fields cell) {
        String by = cell.text("rerank");
        return switch (by) {
            case "none" -> "";
            case "floats" -> "Lucene's floats";
            case "whole" -> "whole outputs";
            default -> by + " vectors";
        };
    }

    double share(Measured cell) {
        return cell.scores.get(metric) / full.scores.get(metric);
    }
}

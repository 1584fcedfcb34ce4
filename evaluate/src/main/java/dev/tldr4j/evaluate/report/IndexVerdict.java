package dev.tldr4j.evaluate.report;

import dev.tldr4j.evaluate.report.IndexResults.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the measured indexes say, in words: the best that can be had for so many bytes a vector, what it costs, and where the
 * engine's own quantization of full vectors is as good.
 */
public final class IndexVerdict {
    /** The share of the full quality that the headline asks for. */
    private static final double WANTED = 0.99;

    /** Shares that differ by no more are alike, and the faster is the better one. */
    private static final double ALIKE = 0.001;

    private static final List<Predicate<Measured>> KINDS =
            List.of(Measured::isFull, Measured::isPca, cell -> !cell.isFull() && !cell.isPca());

    private final IndexResults results;

    IndexVerdict(IndexResults results) {
        this.results = results;
    }

    /**
     * The verdict, the headline first.
     *
     * @param results results.json, parsed
     * @throws dev.tldr4j.encoder.InvalidInputException if a part that is needed is missing or of another type
     */
    public static List<String> of(Map<String, Object> results) {
        IndexVerdict verdict = new IndexVerdict(IndexResults.of(results));
        List<String> all = new ArrayList<>(List.of(verdict.headline()));
        all.addAll(verdict.sentences());
        return all;
    }

    /** The fewest bytes that keep what is wanted. */
    String headline() {
        if (findsNothing()) {
            return "Full vectors find nothing that is relevant";
        }
        return results.cells().stream()
                .filter(cell -> results.share(cell) >= WANTED)
                .min(Comparator.comparingDouble(Measured::bytes).thenComparingDouble(Measured::timesFull))
                .map(cell -> bytes(cell.bytes()) + " bytes a vector keep 99 %: " + cell.name())
                .orElse("Nothing that was tried keeps 99 %");
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (findsNothing()) {
            return List.of("So nothing can be said of what others keep: look whether judgments and vectors belong"
                    + " together.");
        }
        for (double budget : results.budgets()) {
            List<Measured> fitting = results.cells().stream()
                    .filter(cell -> cell.bytes() <= budget)
                    .toList();
            if (fitting.isEmpty()) {
                sentences.add(bytes(budget) + " bytes a vector: nothing that was tried is as small.");
                continue;
            }
            sentences.add(bytes(budget) + " bytes a vector: " + best(fitting));
            List<Measured> asFound =
                    fitting.stream().filter(cell -> cell.reranked().isEmpty()).toList();
            if (!asFound.isEmpty() && asFound.size() < fitting.size()) {
                sentences.add("Without re-ranking, " + bytes(budget) + " bytes a vector: " + best(asFound));
            }
        }
        sentences.add(overhead());
        return sentences;
    }

    private boolean findsNothing() {
        return !(results.full().scores().get(results.metric()) > 0);
    }

    /** The best of all, then the best of each other kind. */
    private String best(List<Measured> fitting) {
        Measured best = best(fitting, cell -> true).orElseThrow();
        Optional<Measured> full = best(fitting, Measured::isFull);
        boolean enough = full.isPresent() && results.share(full.get()) >= results.share(best) - ALIKE;
        StringBuilder text = new StringBuilder(enough ? "quantization alone is enough: " : "");
        Measured said = enough ? full.get() : best;
        text.append(said.name()).append(" keeps ").append(share(said)).append(" % of ");
        text.append(results.metric()).append(cost(said));
        for (Predicate<Measured> kind : KINDS) {
            if (!kind.test(said)) {
                other(text, best(fitting, kind));
            }
        }
        return text.append('.').toString();
    }

    private void other(StringBuilder text, Optional<Measured> cell) {
        cell.ifPresent(other -> text.append("; ")
                .append(other.name())
                .append(' ')
                .append(share(other))
                .append(" %")
                .append(cost(other)));
    }

    private static String cost(Measured cell) {
        return String.format(
                Locale.ROOT,
                " in %s bytes (%.2f × the time of full vectors, %,.0f bytes on disk)",
                bytes(cell.bytes()),
                cell.timesFull(),
                cell.disk());
    }

    /** Of those that keep as much as the best, the fastest. */
    private Optional<Measured> best(List<Measured> cells, Predicate<Measured> among) {
        double most =
                cells.stream().filter(among).mapToDouble(results::share).max().orElse(0);
        return cells.stream()
                .filter(among)
                .filter(cell -> results.share(cell) >= most - ALIKE)
                .min(Comparator.comparingDouble(Measured::timesFull));
    }

    /** What the engine adds, by the smallest vectors. */
    private String overhead() {
        Measured smallest = results.cells().stream()
                .min(Comparator.comparingDouble(Measured::bytes))
                .orElseThrow();
        var graphs = results.cells().stream()
                .mapToLong(cell -> Math.round(cell.graph()))
                .summaryStatistics();
        String graph = graphs.getMin() == graphs.getMax()
                ? String.valueOf(graphs.getMin())
                : graphs.getMin() + " to " + graphs.getMax();
        return String.format(
                Locale.ROOT,
                "The bytes are codes and Lucene's corrections. The graph takes %s more for every vector: %s has %s bytes"
                        + " of codes, %s of corrections and, with the graph, %.0f.",
                graph,
                smallest.vectors() + " as " + smallest.storage(),
                bytes(smallest.codes()),
                bytes(smallest.corrections()),
                smallest.bytes() + smallest.graph());
    }

    private String share(Measured cell) {
        // rounded down: what falls short is not said to reach
        return String.format(Locale.ROOT, "%.1f", Math.floor(1000 * results.share(cell) + 1e-8) / 10);
    }

    private static String bytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f", bytes);
    }
}

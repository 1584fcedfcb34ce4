package dev.tldr4j.cli.lucene;

import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.IndexPlan.Graph;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.Reranking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What to measure of each kind of vectors: every quantization, searched in every way.
 *
 * @param shortlists sizes of prefixes in the graph, the whole outputs re-ranking what these find
 * @param reranked how many documents are found in the graph to be re-ranked; so many are found without re-ranking, too
 * @param candidates how many are found without re-ranking by those that all others are compared with
 */
record BenchGrid(
        List<Quantization> quantizations,
        List<Integer> shortlists,
        List<Reranking> rerankings,
        List<Integer> reranked,
        int candidates,
        Graph graph) {

    /** A way to search an index. */
    record Search(Reranking reranking, int candidates) {}

    /** An index, and the ways to search it. */
    record Planned(NamedEncoder vectors, Quantization quantization, int shortlist, List<Search> searches) {
        /** The one that all others are compared with. */
        boolean isReference() {
            return vectors.isFull() && quantization == Quantization.NONE;
        }

        /** A name for files. */
        String fileName(Search search) {
            return vectors.fileName() + (shortlist > 0 ? "-by-" + shortlist : "") + "-" + lower(quantization) + "-"
                    + lower(search.reranking) + "-" + search.candidates;
        }

        IndexPlan plan(Graph graph) throws IOException {
            boolean keepsFull = searches.stream().anyMatch(search -> search.reranking == Reranking.FULL);
            return new IndexPlan(vectors.encoder(), quantization, shortlist, keepsFull, graph);
        }
    }

    static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    /** The indexes of some vectors; of full ones also as they are, which all others are compared with. */
    List<Planned> of(NamedEncoder vectors) throws IOException {
        List<Planned> planned = new ArrayList<>();
        if (vectors.isFull() && !quantizations.contains(Quantization.NONE)) {
            planned.add(whole(vectors, Quantization.NONE));
        }
        for (Quantization quantization : vectors.only() == null ? quantizations : List.of(vectors.only())) {
            planned.add(whole(vectors, quantization));
            for (int shortlist : shortlists) {
                if (vectors.hasPrefix(shortlist)) {
                    planned.add(new Planned(vectors, quantization, shortlist, by(Reranking.WHOLE)));
                }
            }
        }
        return planned.stream().filter(plan -> !plan.searches.isEmpty()).toList();
    }

    private Planned whole(NamedEncoder vectors, Quantization quantization) {
        List<Search> searches = new ArrayList<>();
        boolean quantized = quantization != Quantization.NONE;
        if (rerankings.contains(Reranking.NONE) || vectors.isFull() && !quantized) {
            searches.add(new Search(Reranking.NONE, candidates));
        }
        if (rerankings.contains(Reranking.NONE)) {
            // so that a search without re-ranking is compared with one that finds as many
            reranked.stream()
                    .filter(found -> found != candidates)
                    .forEach(found -> searches.add(new Search(Reranking.NONE, found)));
        }
        if (quantized && !vectors.isFull()) {
            searches.addAll(by(Reranking.FLOATS));
        }
        if (quantized || !vectors.isFull()) {
            searches.addAll(by(Reranking.FULL));
        }
        return new Planned(vectors, quantization, 0, searches);
    }

    private List<Search> by(Reranking reranking) {
        return rerankings.contains(reranking)
                ? reranked.stream().map(found -> new Search(reranking, found)).toList()
                : List.of();
    }
}

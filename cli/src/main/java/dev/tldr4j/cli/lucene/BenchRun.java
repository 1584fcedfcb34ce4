package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.lucene.BenchGrid.Planned;
import dev.tldr4j.cli.lucene.BenchGrid.Search;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.evaluate.engine.EngineIndex;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.Reranking;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.evaluate.engine.SearchTimes;
import dev.tldr4j.evaluate.engine.SearchTimes.Contender;
import dev.tldr4j.evaluate.engine.SearchTimes.Figures;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures a grid, one index after the other, and keeps what is measured. Full vectors as they are take turns with every index:
 * a time is compared with theirs of the same minute, whatever else the machine does.
 */
final class BenchRun implements AutoCloseable {
    private final SearchEngine engine;
    private final Vectors docs;
    private final BenchGrid grid;
    private final BenchFolder folder;
    private final ProgressListener listener;
    private final SearchTimes times;
    private TemporaryFolder referenceFolder;
    private EngineIndex reference;

    BenchRun(
            SearchEngine engine,
            Vectors docs,
            SearchTask task,
            BenchGrid grid,
            BenchFolder folder,
            ProgressListener listener) {
        this.engine = engine;
        this.docs = docs;
        this.grid = grid;
        this.folder = folder;
        this.listener = listener;
        this.times = new SearchTimes(task);
    }

    /** Measures what is not measured yet; gives all of it, full vectors as they are first. */
    List<Map<String, Object>> run(List<NamedEncoder> encoders) throws IOException {
        List<Planned> plans = new ArrayList<>();
        for (NamedEncoder encoder : encoders) {
            plans.addAll(grid.of(encoder));
        }
        List<Map<String, Object>> cells = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            Planned plan = plans.get(i);
            List<Search> missing = new ArrayList<>();
            for (Search search : plan.searches()) {
                if (!folder.has(plan.fileName(search))) {
                    missing.add(search);
                }
            }
            if (!missing.isEmpty()) {
                measure(plan, missing, "index " + (i + 1) + " of " + plans.size() + ", " + BenchTable.vectors(plan));
            }
            for (Search search : plan.searches()) {
                cells.add(folder.read(plan.fileName(search)));
            }
        }
        return cells;
    }

    private void measure(Planned plan, List<Search> missing, String title) throws IOException {
        if (reference == null) {
            NamedEncoder full = NamedEncoder.full(docs.dims());
            Planned asIs = new Planned(full, Quantization.NONE, 0, List.of());
            referenceFolder = new TemporaryFolder("lucene");
            reference = engine.build(
                    referenceFolder.path(), docs, asIs.plan(grid.graph()), titled("full vectors to compare with"));
        }
        if (plan.isReference()) {
            measure(plan, missing, reference, titled(title));
            return;
        }
        var own = plan.plan(grid.graph()); // learns the encoder, where it must
        try (var place = new TemporaryFolder("lucene");
                EngineIndex index = engine.build(place.path(), docs, own, titled(title))) {
            measure(plan, missing, index, titled(title));
        }
    }

    private void measure(Planned plan, List<Search> searches, EngineIndex index, ProgressListener told)
            throws IOException {
        List<Contender> contenders = new ArrayList<>();
        if (!plan.isReference()) {
            contenders.add(new Contender(reference, grid.candidates(), Reranking.NONE));
        }
        searches.forEach(search -> contenders.add(new Contender(index, search.candidates(), search.reranking())));
        List<Figures> figures = times.measure(contenders, told);
        double full = figures.get(0).median();
        int first = contenders.size() - searches.size();
        for (int i = 0; i < searches.size(); i++) {
            Search search = searches.get(i);
            folder.save(plan.fileName(search), json(plan, search, index, figures.get(first + i), full));
        }
    }

    private ProgressListener titled(String title) {
        return progress ->
                listener.progress(Progress.of(title + ": " + progress.stage(), progress.done(), progress.total()));
    }

    private Map<String, Object> json(
            Planned plan, Search search, EngineIndex index, Figures figures, double fullMedian) {
        Map<String, Object> json = new LinkedHashMap<>();
        NamedEncoder vectors = plan.vectors();
        boolean reranked = search.reranking() != Reranking.NONE;
        json.put("method", vectors.method());
        json.put("model", vectors.model() == null ? null : vectors.model().toString());
        json.put("dims", vectors.dims());
        json.put("shortlist", plan.shortlist() == 0 ? null : plan.shortlist());
        json.put("quantization", BenchGrid.lower(plan.quantization()));
        json.put("reranked", reranked);
        json.put("rerank", BenchGrid.lower(search.reranking()));
        json.put("candidates", search.candidates());
        putBytes(json, search, index);
        json.put("segments", index.segments());
        json.put("indexSeconds", index.indexSeconds());
        json.put("mergeSeconds", index.mergeSeconds());
        json.put("p50Micros", figures.median());
        json.put("p50MicrosOfFull", fullMedian);
        json.put("p99Micros", figures.p99());
        json.put("queriesPerSecond", figures.perSecond());
        json.put("visited", figures.visited());
        json.putAll(figures.scores());
        return json;
    }

    private void putBytes(Map<String, Object> json, Search search, EngineIndex index) {
        Map<String, Object> parts = new LinkedHashMap<>(index.bytesByPart());
        long disk =
                index.bytesByPart().values().stream().mapToLong(bytes -> bytes).sum();
        if (search.reranking() == Reranking.WHOLE || search.reranking() == Reranking.FULL) {
            parts.put("column", index.columnBytes());
            disk += index.columnBytes();
        }
        EngineIndex.Memory memory = index.memory();
        json.put("indexBytes", disk);
        json.put("memoryBytes", memory.total());
        json.put("bytes", parts);
        double rows = docs.rows();
        json.put("codeBytesPerVector", memory.codes() / rows);
        json.put("correctionBytesPerVector", memory.corrections() / rows);
        json.put("graphBytesPerVector", memory.graph() / rows);
        json.put("diskBytesPerVector", disk / rows);
    }

    @Override
    public void close() throws IOException {
        try {
            if (reference != null) {
                reference.close();
            }
        } finally {
            if (referenceFolder != null) {
                referenceFolder.close();
            }
        }
    }
}

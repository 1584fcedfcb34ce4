package dev.tldr4j.cli.lucene;

import dev.tldr4j.evaluate.engine.EngineIndex;
import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.evaluate.engine.SearchTimes.Contender;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The indexes that {@code lucene-bench} measures, all of them open; closing this closes them. */
final class BenchIndexes implements AutoCloseable {
    /** One line of the table. An index that can re-rank has two. */
    record Row(NamedEncoder encoder, IndexPlan plan, EngineIndex index, boolean reranked) {}

    private final SearchEngine engine;
    private final Path folder;
    private final Vectors docs;
    private final List<EngineIndex> indexes = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    BenchIndexes(SearchEngine engine, Path folder, Vectors docs) {
        this.engine = engine;
        this.folder = folder;
        this.docs = docs;
    }

    void build(NamedEncoder encoder, IndexPlan plan, ProgressListener listener) throws IOException {
        String stage = "indexing " + LuceneBenchResult.vectors(encoder, docs.dims()) + " "
                + LuceneBenchResult.name(plan.quantization());
        ProgressListener named = progress -> listener.progress(Progress.of(stage, progress.done(), progress.total()));
        Path own = Files.createDirectory(folder.resolve("index-" + indexes.size()));
        EngineIndex index = engine.build(own, docs, plan, named);
        indexes.add(index);
        rows.add(new Row(encoder, plan, index, false));
        if (index.canRerank()) {
            rows.add(new Row(encoder, plan, index, true));
        }
    }

    List<Row> rows() {
        return rows;
    }

    List<Contender> contenders() {
        return rows.stream().map(row -> new Contender(row.index, row.reranked)).toList();
    }

    @Override
    public void close() throws IOException {
        for (EngineIndex index : indexes) {
            index.close();
        }
    }
}

package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Queries look for the documents that are judged relevant; encoders are learned from the documents. */
public final class RetrievalTask implements Task {
    /** The measures, the one that decides first. */
    private static final List<String> MEASURES =
            List.of("ndcg@10", "recall@100", "recall@10", "map", "ndcg@100", "mrr@10", KeptDocuments.NAME);

    private final Vectors docs;
    private final Vectors queries;
    private final RetrievalEvaluation evaluation;
    private KeptDocuments kept;

    public RetrievalTask(Vectors docs, Vectors queries, RetrievalEvaluation evaluation) {
        this.docs = docs;
        this.queries = queries;
        this.evaluation = evaluation;
    }

    @Override
    public String kind() {
        return "retrieval";
    }

    @Override
    public Vectors training() {
        return docs;
    }

    @Override
    public String main() {
        return MEASURES.get(0);
    }

    @Override
    public List<String> measures() {
        return MEASURES;
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> task = new LinkedHashMap<>();
        Map<String, String> files = new LinkedHashMap<>();
        files.put("docs", FileName.of(docs.name()));
        files.put("queries", FileName.of(queries.name()));
        files.put("qrels", FileName.of(evaluation.judgments().name()));
        task.put("files", files);
        task.put("metric", evaluation.metric().toString());
        task.put("rows", docs.rows());
        task.put("dims", docs.dims());
        task.put("queries", evaluation.judgments().queries().size());
        task.put("fingerprint", docs.fingerprint());
        task.put("queriesFingerprint", queries.fingerprint());
        task.put("judgmentsFingerprint", evaluation.fingerprint());
        return task;
    }

    @Override
    public Prepared prepare(VectorTransform preparation, ProgressListener listener) throws IOException {
        if (kept == null) {
            kept = new KeptDocuments(docs, queries, evaluation.exclusions(), evaluation.metric(), evaluation.threads());
        }
        return PreparedPair.of(
                preparation, docs, queries, evaluation.metric(), evaluation.threads(), listener, this::measure);
    }

    private Map<String, Double> measure(StoredVectors stored, Vectors asking, ProgressListener listener) {
        Map<String, Double> all = evaluation.evaluate(stored, asking, listener).metrics();
        Map<String, Double> measures = new LinkedHashMap<>();
        MEASURES.forEach(name -> measures.put(name, all.get(name)));
        measures.put(KeptDocuments.NAME, kept.share(stored, asking, listener));
        return measures;
    }
}

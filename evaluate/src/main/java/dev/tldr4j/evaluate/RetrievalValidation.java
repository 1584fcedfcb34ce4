package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** While an encoder is learned: the nDCG@10 of its reduced vectors on a retrieval task. */
public record RetrievalValidation(Vectors docs, Vectors queries, RetrievalEvaluation evaluation) implements Validation {
    public RetrievalValidation {
        queries.requireSameDims(docs);
    }

    @Override
    public String name() {
        return "nDCG@10";
    }

    @Override
    public String fingerprint() {
        return name() + " " + docs.fingerprint() + " " + queries.fingerprint() + " " + evaluation.fingerprint();
    }

    @Override
    public double score(Encoder encoder) throws IOException {
        VectorTransform reduced = VectorTransform.encodedBy(encoder, "being learned");
        int threads = evaluation.threads();
        try (Vectors reducedDocs = reduced.apply(docs, threads, ProgressListener.SILENT);
                Vectors reducedQueries = reduced.apply(queries, threads, ProgressListener.SILENT)) {
            return evaluation
                    .evaluate(reducedDocs, reducedQueries, ProgressListener.SILENT)
                    .ndcgAt10();
        }
    }
}

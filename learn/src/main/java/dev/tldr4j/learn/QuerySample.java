package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Whitening;
import dev.tldr4j.learn.selection.HeldOut;
import dev.tldr4j.learn.training.QueryAnchors;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;

/** Makes anchors of sample queries: finds the documents that are nearest to each. */
final class QuerySample {
    /** One of so many anchors of a batch is a query. */
    private static final int ANCHORS_FOR_ONE = 4;

    /** Of more documents, the nearest are looked for in a sample. */
    private static final int MOST_DOCUMENTS = 100_000;

    private QuerySample() {}

    static void requireFits(Vectors queries, Vectors documents, FitPlan settings) {
        queries.requireSameDims(documents);
        FitPlan.require(
                settings.loss().kind() == LossKind.NEIGHBORHOOD
                        && settings.pairs() == PairKind.NEIGHBORS
                        && settings.whitening().kind() == Whitening.Kind.NEIGHBORS,
                "sample queries go with the default recipe; leave out the queries, or the settings of another one");
    }

    /** @param space where near is meant; its outputs have length 1 */
    static QueryAnchors anchors(Vectors queries, HeldOut heldOut, Encoder space, int batch, FitPlan settings)
            throws IOException {
        Vectors documents = heldOut.learned();
        int[] sample = documents.rows() <= MOST_DOCUMENTS
                ? null
                : RandomRows.draw(documents.rows(), MOST_DOCUMENTS, settings.seed());
        Vectors some = sample == null ? documents : documents.select(sample);
        BatchEncoder encoder = new BatchEncoder(space, settings.threads());
        try (Vectors asked = encoder.encode(queries, ProgressListener.SILENT);
                Vectors among = encoder.encode(some, ProgressListener.SILENT)) {
            int k = Math.min(settings.neighbors(), among.rows());
            int[] nearest =
                    new ExactSearch(Metric.L2, settings.threads()).nearest(among, asked, k, ProgressListener.SILENT);
            int[] rows = Arrays.stream(nearest)
                    .map(found -> heldOut.learnedRow(sample == null ? found : sample[found]))
                    .toArray();
            return new QueryAnchors(queries, rows, Math.min(batch / ANCHORS_FOR_ONE, queries.rows()));
        }
    }
}

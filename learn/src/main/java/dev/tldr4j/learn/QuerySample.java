package dev.tldr4j.learn;

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
import java.util.Arrays;
import java.util.stream.IntStream;

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

    /**
     * @param queries in the space where near is meant, by cosine
     * @param rows documents, held-out ones as well, there
     */
    static QueryAnchors anchors(Vectors queries, Vectors rows, HeldOut heldOut, int batch, FitPlan settings) {
        int learned = heldOut.learned().rows();
        int[] documents = IntStream.of(RandomRows.draw(learned, Math.min(learned, MOST_DOCUMENTS), settings.seed()))
                .map(heldOut::learnedRow)
                .toArray();
        int k = Math.min(settings.neighbors(), documents.length);
        int[] nearest = new ExactSearch(Metric.COSINE, settings.threads())
                .nearest(rows.select(documents), queries, k, ProgressListener.SILENT);
        return new QueryAnchors(
                queries,
                Arrays.stream(nearest).map(found -> documents[found]).toArray(),
                Math.min(batch / ANCHORS_FOR_ONE, queries.rows()));
    }
}

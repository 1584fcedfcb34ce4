package dev.tldr4j.lucene.bench;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.Reranking;
import java.util.EnumSet;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RescoreTopNQuery;
import org.apache.lucene.util.VectorUtil;

/**
 * The vectors as they are, scaled to length 1. Lucene keeps them beside quantized ones, and can re-rank by them.
 *
 * @param quantized whether what is searched is less than the vectors
 */
record FullField(boolean quantized) implements VectorField {
    @Override
    public void addTo(Document document, float[] vector) {
        document.add(new KnnFloatVectorField(NAME, searched(vector), VectorSimilarityFunction.DOT_PRODUCT));
    }

    @Override
    public Set<Reranking> rerankings() {
        return quantized ? EnumSet.of(Reranking.NONE, Reranking.FULL) : EnumSet.of(Reranking.NONE);
    }

    @Override
    public Query query(float[] vector, int candidates, Reranking reranking) {
        float[] unit = searched(vector);
        Query query = new KnnFloatVectorQuery(NAME, unit, candidates);
        return reranking == Reranking.NONE
                ? query
                : RescoreTopNQuery.createFullPrecisionRescorerQuery(query, unit, NAME, candidates);
    }

    @Override
    public float[] searched(float[] vector) {
        float[] unit = VectorUtil.l2normalize(vector.clone(), false);
        if (!VectorUtil.isUnitVector(unit)) {
            throw new InvalidInputException(
                    "a vector has no direction, since all its numbers are 0 or one is not finite; leave it out");
        }
        return unit;
    }
}

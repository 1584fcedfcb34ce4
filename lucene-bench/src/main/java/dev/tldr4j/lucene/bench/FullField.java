package dev.tldr4j.lucene.bench;

import dev.tldr4j.encoder.InvalidInputException;
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
        document.add(new KnnFloatVectorField(NAME, unit(vector), VectorSimilarityFunction.DOT_PRODUCT));
    }

    @Override
    public Query query(float[] vector, int candidates) {
        return new KnnFloatVectorQuery(NAME, unit(vector), candidates);
    }

    @Override
    public boolean canRerank() {
        return quantized;
    }

    @Override
    public Query rerankedQuery(float[] vector, int candidates) {
        return RescoreTopNQuery.createFullPrecisionRescorerQuery(
                query(vector, candidates), unit(vector), NAME, candidates);
    }

    private static float[] unit(float[] vector) {
        float[] unit = VectorUtil.l2normalize(vector.clone(), false);
        if (!VectorUtil.isUnitVector(unit)) {
            throw new InvalidInputException(
                    "a vector has no direction, since all its numbers are 0 or one is not finite; leave it out");
        }
        return unit;
    }
}

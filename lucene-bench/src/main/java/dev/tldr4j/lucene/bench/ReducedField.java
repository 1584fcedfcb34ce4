package dev.tldr4j.lucene.bench;

import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.Reranking;
import dev.tldr4j.lucene.ReducedVectorField;
import java.util.EnumSet;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RescoreTopNQuery;

/**
 * Vectors that an encoder reduces, so as a user would index them: with the full ones or the whole outputs in a column to
 * re-rank by, or without.
 */
record ReducedField(ReducedVectorField field, Set<Reranking> rerankings) implements VectorField {
    static ReducedField of(IndexPlan plan) {
        ReducedVectorField field = ReducedVectorField.of(NAME, plan.encoder());
        Set<Reranking> rerankings = EnumSet.of(Reranking.NONE);
        if (plan.quantization() != IndexPlan.Quantization.NONE) {
            rerankings.add(Reranking.FLOATS);
        }
        if (plan.shortlist() > 0) {
            field = field.shortlistedBy(plan.shortlist());
            rerankings.add(Reranking.WHOLE);
        } else if (plan.keepsFull()) {
            field = field.keepingFull();
            rerankings.add(Reranking.FULL);
        }
        return new ReducedField(field, rerankings);
    }

    @Override
    public void addTo(Document document, float[] vector) {
        field.addTo(document, vector);
    }

    @Override
    public float[] searched(float[] vector) {
        return field.encoder().encode(vector);
    }

    @Override
    public Query query(float[] vector, int candidates, Reranking reranking) {
        return switch (reranking) {
            case NONE -> field.query(vector, candidates);
            case FLOATS ->
                RescoreTopNQuery.createFullPrecisionRescorerQuery(
                        field.query(vector, candidates), searched(vector), NAME, candidates);
            case WHOLE, FULL -> field.rerankedQuery(vector, candidates);
        };
    }
}

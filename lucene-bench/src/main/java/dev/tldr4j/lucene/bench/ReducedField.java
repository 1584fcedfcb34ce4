package dev.tldr4j.lucene.bench;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.lucene.ReducedVectorField;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;

/** Vectors that an encoder reduces, with the full ones in a column to re-rank by; so as a user would index them. */
record ReducedField(ReducedVectorField field) implements VectorField {
    ReducedField(Encoder encoder) {
        this(ReducedVectorField.of(NAME, encoder).keepingFull());
    }

    @Override
    public void addTo(Document document, float[] vector) {
        field.addTo(document, vector);
    }

    @Override
    public Query query(float[] vector, int candidates) {
        return field.query(vector, candidates);
    }

    @Override
    public boolean canRerank() {
        return true;
    }

    @Override
    public Query rerankedQuery(float[] vector, int candidates) {
        return field.rerankedQuery(vector, candidates);
    }
}

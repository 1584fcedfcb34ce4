package dev.tldr4j.lucene.bench;

import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;

/** How vectors get into an index and are searched there. Full vectors go in on both sides. */
interface VectorField {
    String NAME = "vector";

    void addTo(Document document, float[] vector);

    Query query(float[] vector, int candidates);

    /** Whether {@link #rerankedQuery} may be asked for. */
    boolean canRerank();

    Query rerankedQuery(float[] vector, int candidates);
}

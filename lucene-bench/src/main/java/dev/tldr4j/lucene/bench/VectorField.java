package dev.tldr4j.lucene.bench;

import dev.tldr4j.evaluate.engine.Reranking;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.Query;

/** How vectors get into an index and are searched there. Full vectors go in on both sides. */
interface VectorField {
    String NAME = "vector";

    void addTo(Document document, float[] vector);

    /** A vector as it is in the graph, before quantization. */
    float[] searched(float[] vector);

    /** What {@link #query} may re-rank by. */
    Set<Reranking> rerankings();

    Query query(float[] vector, int candidates, Reranking reranking);
}

/**
 * Reduced vectors in a Lucene index. {@link dev.tldr4j.lucene.ReducedVectorField} writes them and makes the queries:
 *
 * <pre>{@code
 * var embedding = ReducedVectorField.of("embedding", Encoder.load(file));
 *
 * embedding.addTo(document, vector);                                     // a full vector
 * TopDocs top = searcher.search(embedding.query(question, 100), 10);     // another one
 * }</pre>
 */
package dev.tldr4j.lucene;

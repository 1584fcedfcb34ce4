/**
 * Measures what search finds in full and in reduced vectors: the accuracy of a nearest-neighbour vote ({@link
 * dev.tldr4j.evaluate.KnnVote}), retrieval against relevance judgments ({@link dev.tldr4j.evaluate.RetrievalEvaluation},
 * {@link dev.tldr4j.evaluate.RevisitedEvaluation}) and, without either, the neighbours that are kept ({@link
 * dev.tldr4j.evaluate.NeighborOverlap}). What happens to the vectors before they are searched is said in the open
 * ({@link dev.tldr4j.evaluate.VectorTransform}), and so is the metric.
 */
package dev.tldr4j.evaluate;

package dev.tldr4j.evaluate.engine;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** An index of vectors that is complete, and open for searches by one thread. */
public interface EngineIndex extends AutoCloseable {
    /**
     * What a search without re-ranking reads all over, and so should find in memory, in bytes.
     *
     * @param codes the numbers of the vectors, as they are searched
     * @param corrections what the engine keeps beside quantized vectors to correct distances
     */
    record Memory(long codes, long corrections, long graph) {
        public long total() {
            return codes + corrections + graph;
        }
    }

    /** How long it took to write, without the merge at the end. */
    double indexSeconds();

    /** How long it took to merge all into one segment; 0 where that was not asked for. */
    double mergeSeconds();

    int segments();

    /** Its files' sizes by what they hold, without the column that only a re-ranked search needs. */
    Map<String, Long> bytesByPart();

    /** The size of the column of full vectors or whole outputs that only a re-ranked search needs; 0 where there is none. */
    long columnBytes();

    Memory memory();

    /** What there is to re-rank by. */
    Set<Reranking> rerankings();

    /**
     * The rows of the k nearest documents, nearest first.
     *
     * @param query a full vector
     * @param candidates how many documents to find in the graph, at least k
     * @param reranking one of {@link #rerankings()}, by which all of them are ordered before the first k are taken
     */
    int[] search(float[] query, int candidates, int k, Reranking reranking) throws IOException;

    /** How many vectors are compared with the query to find so many candidates in the graph. */
    long visited(float[] query, int candidates) throws IOException;

    @Override
    void close() throws IOException;
}

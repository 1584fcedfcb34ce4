package dev.tldr4j.evaluate.engine;

import java.io.IOException;
import java.util.Map;

/** An index of vectors that is complete, and open for searches by one thread. */
public interface EngineIndex extends AutoCloseable {
    /** How long it took to build. */
    double seconds();

    /** Its files' sizes by what they hold, without the column of full vectors. */
    Map<String, Long> bytesByPart();

    /** The size of the column of full vectors that only a re-ranked search needs; 0 where there is none. */
    long columnBytes();

    /** What a search without re-ranking reads all over, and so should find in memory. */
    long searchBytes();

    /** Whether there is something better to re-rank by than what is searched. */
    boolean canRerank();

    /**
     * The rows of the k nearest documents, nearest first.
     *
     * @param query a full vector
     * @param candidates how many documents to find in the graph, at least k
     * @param rerank whether to order them by their full vectors before the first k are taken
     */
    int[] search(float[] query, int candidates, int k, boolean rerank) throws IOException;

    @Override
    void close() throws IOException;
}

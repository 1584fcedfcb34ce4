package dev.tldr4j.lucene.bench;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.knn.KnnCollectorManager;

/** Counts the vectors that Lucene compares with the query's on its walks through the graphs. For one search by one thread. */
final class CountingQuery extends KnnFloatVectorQuery {
    private long visited;

    CountingQuery(float[] searched, int candidates) {
        super(VectorField.NAME, searched, candidates);
    }

    @Override
    protected TopDocs approximateSearch(
            LeafReaderContext segment, AcceptDocs accepted, int visitedLimit, KnnCollectorManager collectors)
            throws IOException {
        TopDocs found = super.approximateSearch(segment, accepted, visitedLimit, collectors);
        visited += found.totalHits.value();
        return found;
    }

    long visited() {
        return visited;
    }
}

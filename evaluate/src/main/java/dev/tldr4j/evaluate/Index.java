package dev.tldr4j.evaluate;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/** Documents that can be searched, in whatever form they are stored; queries have full precision. Safe for many threads. */
public interface Index {
    /** What the documents are called in a message. */
    String name();

    int rows();

    int dims();

    /** Every query's score with every document; the larger, the nearer. */
    void scores(Vectors queries, ExactSearch.ScoreVisitor visitor, ProgressListener listener);

    /** Every query's k nearest documents: their row numbers, query after query, nearest first. */
    int[] nearest(Vectors queries, int k, ProgressListener listener);

    /** Documents that are searched as they are, by comparing every query with every one. */
    static Index of(Vectors docs, Metric metric, int threads) {
        ExactSearch search = new ExactSearch(metric, threads);
        return new Index() {
            @Override
            public String name() {
                return docs.name();
            }

            @Override
            public int rows() {
                return docs.rows();
            }

            @Override
            public int dims() {
                return docs.dims();
            }

            @Override
            public void scores(Vectors queries, ExactSearch.ScoreVisitor visitor, ProgressListener listener) {
                search.scores(docs, queries, visitor, listener);
            }

            @Override
            public int[] nearest(Vectors queries, int k, ProgressListener listener) {
                return search.nearest(docs, queries, k, listener);
            }
        };
    }
}

package dev.tldr4j.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** Looks who made the index's vectors, then becomes Lucene's own query. So no search can forget to look. */
final class ReducedVectorQuery extends Query {
    private final EncoderMark mark;
    private final float[] reduced;
    private final int candidates;
    private final Query filter;

    ReducedVectorQuery(EncoderMark mark, float[] reduced, int candidates, Query filter) {
        this.mark = mark;
        this.reduced = reduced;
        this.candidates = candidates;
        this.filter = filter;
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
        mark.check(searcher.getIndexReader());
        return new KnnFloatVectorQuery(mark.vectors(), reduced, candidates, filter);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        if (visitor.acceptField(mark.vectors())) {
            visitor.visitLeaf(this);
        }
    }

    @Override
    public String toString(String field) {
        return "ReducedVectorQuery:" + mark.vectors() + "[encoder " + mark.id() + "][" + candidates + "]"
                + (filter == null ? "" : "[" + filter + "]");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReducedVectorQuery that
                && mark.equals(that.mark)
                && Arrays.equals(reduced, that.reduced)
                && candidates == that.candidates
                && Objects.equals(filter, that.filter);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mark, Arrays.hashCode(reduced), candidates, filter);
    }
}

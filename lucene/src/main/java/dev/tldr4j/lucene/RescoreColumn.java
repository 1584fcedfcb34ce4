package dev.tldr4j.lucene;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;

/**
 * The cosine of a query with the vectors in a column of doc values, scaled to 0 … 1 as Lucene scales it. They re-rank what
 * shorter vectors find: full vectors, or the whole outputs of an encoder whose first numbers are searched. A vector's numbers are bytes there: its largest becomes 127. A cosine does not ask for the length, so no scale need be kept.
 */
final class RescoreColumn extends DoubleValuesSource {
    private static final int LARGEST = 127;

    private final String field;
    private final byte[] query;

    RescoreColumn(String field, float[] query) {
        this.field = field;
        this.query = bytes(query);
    }

    /** What is kept of a vector. */
    static BytesRef column(float[] vector) {
        return new BytesRef(bytes(vector));
    }

    /** The vector must have a number that is not 0. */
    private static byte[] bytes(float[] vector) {
        float largest = 0;
        for (float x : vector) {
            largest = Math.max(largest, Math.abs(x));
        }
        byte[] bytes = new byte[vector.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.round(vector[i] / largest * LARGEST);
        }
        return bytes;
    }

    @Override
    public DoubleValues getValues(LeafReaderContext context, DoubleValues scores) throws IOException {
        BinaryDocValues column = context.reader().getBinaryDocValues(field);
        return new DoubleValues() {
            @Override
            public boolean advanceExact(int document) throws IOException {
                if (column != null && column.advanceExact(document)) {
                    return true;
                }
                throw new InvalidInputException("field " + field + ": document " + (context.docBase + document)
                        + " has no vector to re-rank by; index it again with the ReducedVectorField that searches it");
            }

            @Override
            public double doubleValue() throws IOException {
                return (1 + VectorUtil.cosine(query, exactly(column.binaryValue()))) / 2;
            }
        };
    }

    /** Most often the array of its own that Lucene reads into. */
    private static byte[] exactly(BytesRef bytes) {
        return bytes.offset == 0 && bytes.bytes.length == bytes.length
                ? bytes.bytes
                : Arrays.copyOfRange(bytes.bytes, bytes.offset, bytes.offset + bytes.length);
    }

    @Override
    public boolean needsScores() {
        return false;
    }

    @Override
    public DoubleValuesSource rewrite(IndexSearcher searcher) {
        return this;
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * field.hashCode() + Arrays.hashCode(query);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RescoreColumn that && field.equals(that.field) && Arrays.equals(query, that.query);
    }

    @Override
    public String toString() {
        return "cosine(" + field + ")";
    }
}

package dev.tldr4j.lucene;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RescoreTopNQuery;

/**
 * A field whose vectors are reduced by an encoder on their way into the index, and whose queries are reduced by the same
 * one. Full vectors go in on both sides; near is what has a large cosine.
 *
 * <p>The encoder is used normalized ({@link Encoder#normalized()}), whichever form is given: its outputs have length 1,
 * and Lucene compares them by {@link VectorSimilarityFunction#DOT_PRODUCT}.
 *
 * <p>Every document carries the encoder's id, and a query refuses an index in which there is another's. So outputs of
 * different encoders are never compared, however the index came about.
 *
 * <p>Unchanging, so safe for many threads.
 */
public final class ReducedVectorField {
    private final String name;
    /** Of the whole outputs. */
    private final Encoder encoder;
    /** Of the vectors in the graph: a prefix of it, or the same. */
    private final Encoder searched;

    private final boolean keepsFull;
    private final EncoderMark mark;

    private ReducedVectorField(String name, Encoder encoder, Encoder searched, boolean keepsFull) {
        this.name = name;
        this.encoder = encoder;
        this.searched = searched;
        this.keepsFull = keepsFull;
        this.mark = EncoderMark.of(name, searched);
    }

    /**
     * A field of reduced vectors. The full ones are not kept.
     *
     * @param name of the field in Lucene; {@code name.encoder} is a field, too
     */
    public static ReducedVectorField of(String name, Encoder encoder) {
        Encoder normalized = encoder.normalized();
        return new ReducedVectorField(Objects.requireNonNull(name), normalized, normalized, false);
    }

    /**
     * The same, with the full vectors beside the reduced ones, a byte for each of their numbers, in a column of doc values
     * {@code name.full}: {@link #rerankedQuery} looks at those of the best. They are not searched, so they need not be in
     * memory.
     */
    public ReducedVectorField keepingFull() {
        return new ReducedVectorField(name, encoder, searched, true);
    }

    /**
     * Search in two stages with one encoder: only the first numbers of its outputs are in the graph and find a shortlist, which {@link
     * #rerankedQuery} orders by the whole outputs, a byte for each of their numbers in a column of doc values {@code
     * name.whole}; or by the full vectors, where these are kept. An encoder learned with {@code --nested} is made for it.
     *
     * @param dims how many numbers the graph holds, fewer than the encoder gives
     * @throws InvalidInputException if the encoder gives no more than that
     */
    public ReducedVectorField shortlistedBy(int dims) {
        if (dims >= encoder.outputDims()) {
            throw new InvalidInputException("field " + name + ": a shortlist by " + dims
                    + " numbers leaves none to re-rank by; encoder " + encoder.id() + " gives " + encoder.outputDims());
        }
        return new ReducedVectorField(name, encoder, encoder.truncated(dims), keepsFull);
    }

    /** The name of the field in Lucene. */
    public String name() {
        return name;
    }

    /** The encoder of the vectors that are searched, as it is used: normalized, and a prefix for a shortlist. */
    public Encoder encoder() {
        return searched;
    }

    /**
     * Adds a vector to a document: reduced, with the encoder's id and, where they are kept, in full.
     *
     * @param vector of {@link Encoder#inputDims()} numbers
     * @throws InvalidInputException if it has another length, or no direction because a number is not finite or all are 0
     */
    public void addTo(Document document, float[] vector) {
        float[] reduced = reduce(vector, searched);
        document.add(new KnnFloatVectorField(name, reduced, VectorSimilarityFunction.DOT_PRODUCT));
        document.add(new StringField(mark.field(), mark.id(), Field.Store.NO));
        if (canRerank()) {
            document.add(new BinaryDocValuesField(column(), RescoreColumn.column(rescored(vector))));
        }
    }

    /** As {@link #query(float[], int, Query)}, among all documents. */
    public Query query(float[] vector, int candidates) {
        return query(vector, candidates, null);
    }

    /**
     * Finds the documents whose reduced vectors are nearest to this one's.
     *
     * @param vector of {@link Encoder#inputDims()} numbers
     * @param candidates how many documents to find. Lucene searches its graph more thoroughly for more of them: ask for 100,
     *     say, and take the first 10 with {@code searcher.search(query, 10)}
     * @param filter which documents to look at, or null for all
     * @return a query that throws an {@link InvalidInputException} in the search of an index with another encoder's vectors
     * @throws InvalidInputException if the vector has another length, or no direction
     */
    public Query query(float[] vector, int candidates, Query filter) {
        return new ReducedVectorQuery(mark, reduce(vector, searched), candidates, filter);
    }

    /** As {@link #rerankedQuery(float[], int, Query)}, among all documents. */
    public Query rerankedQuery(float[] vector, int candidates) {
        return rerankedQuery(vector, candidates, null);
    }

    /**
     * Finds the documents of {@link #query}, and orders them by their full vectors or, for a shortlist without these, by their
     * whole outputs.
     *
     * @throws InvalidInputException if this field keeps neither; otherwise as for query, and in the search where a found
     *     document was written without them
     */
    public Query rerankedQuery(float[] vector, int candidates, Query filter) {
        if (!canRerank()) {
            throw new InvalidInputException("field " + name + ": keeps nothing to re-rank by; write and search it with"
                    + " keepingFull() or shortlistedBy(dims)");
        }
        Query nearest = query(vector, candidates, filter);
        return new RescoreTopNQuery(nearest, new RescoreColumn(column(), rescored(vector)), candidates);
    }

    /**
     * Refuses an index in which this field holds vectors that another encoder made. Queries do so themselves; call it
     * before you add to an index that is there already, to hear of it then. An index without the field passes.
     *
     * @throws InvalidInputException naming the field and both encoders
     */
    public void check(IndexReader index) throws IOException {
        mark.check(index);
    }

    private boolean canRerank() {
        return keepsFull || searched != encoder;
    }

    private String column() {
        return name + (keepsFull ? ".full" : ".whole");
    }

    /** What is kept of a vector to re-rank by. */
    private float[] rescored(float[] vector) {
        return keepsFull ? vector : reduce(vector, encoder);
    }

    private float[] reduce(float[] vector, Encoder by) {
        if (vector.length != by.inputDims()) {
            throw new InvalidInputException("field " + name + ": encoder " + by.id() + " takes vectors of "
                    + by.inputDims() + " dimensions, but got one of " + vector.length
                    + "; use the embedding model that the encoder was learned for");
        }
        float[] reduced = by.encode(vector);
        if (!hasDirection(vector) || !hasDirection(reduced)) {
            throw new InvalidInputException("field " + name
                    + ": the vector has no direction, since all its numbers are 0 or one is not finite; leave it out");
        }
        return reduced;
    }

    private static boolean hasDirection(float[] vector) {
        double squares = 0;
        for (float x : vector) {
            squares += (double) x * x;
        }
        return squares > 0 && squares < Double.POSITIVE_INFINITY; // false for NaN, too
    }
}

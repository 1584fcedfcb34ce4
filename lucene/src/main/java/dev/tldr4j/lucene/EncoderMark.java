package dev.tldr4j.lucene;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The id of the encoder that made a document's vector, as a term of the document. It goes where the document goes: through
 * merges, {@code addIndexes} and indexes without a commit, for every field its own. A field's attributes would not do, since
 * a merge of two segments keeps those of one of them; nor would the commit's user data, which others overwrite and
 * {@code addIndexes} leaves behind. A term that all documents share costs a few hundredths of a byte for each.
 *
 * @param vectors the field of the vectors
 */
record EncoderMark(String vectors, String id) {
    private static final char PREFIX = ':';

    /** The mark of an encoder's vectors; that of a prefix names the whole encoder and the size. */
    static EncoderMark of(String vectors, Encoder encoder) {
        return new EncoderMark(
                vectors,
                encoder.prefixOf()
                        .map(whole -> whole + PREFIX + encoder.outputDims())
                        .orElse(encoder.id()));
    }

    /** For people: of {@code 32de…:16} the first 16 numbers of encoder 32de…. */
    private static String named(String id) {
        int colon = id.indexOf(PREFIX);
        return colon < 0
                ? "encoder " + id
                : "the first " + id.substring(colon + 1) + " numbers of encoder " + id.substring(0, colon);
    }

    /** The field of the ids. */
    String field() {
        return vectors + ".encoder";
    }

    /** Refuses vectors that have another id, or none. */
    void check(IndexReader index) throws IOException {
        for (LeafReaderContext context : index.leaves()) {
            LeafReader segment = context.reader();
            FieldInfo info = segment.getFieldInfos().fieldInfo(vectors);
            if (info != null && info.hasVectorValues()) {
                check(segment);
            }
        }
    }

    private void check(LeafReader segment) throws IOException {
        Terms ids = segment.terms(field());
        if (ids == null
                || ids.getDocCount() < segment.getFloatVectorValues(vectors).size()) {
            throw new InvalidInputException(
                    "field " + vectors + ": the index has vectors without an encoder's id, but the search uses "
                            + named(id) + "; index those documents again with ReducedVectorField.addTo");
        }
        if (ids.size() == 1 && ids.getMin().utf8ToString().equals(id)) {
            return;
        }
        Set<String> others = others(ids, segment.getLiveDocs());
        if (!others.isEmpty()) {
            throw new InvalidInputException("field " + vectors + ": the index was written with "
                    + others.stream().map(EncoderMark::named).collect(Collectors.joining(" and "))
                    + ", but the search uses " + named(id)
                    + "; search with the one it was written with, or index its documents again");
        }
    }

    /** The other ids of documents that are not deleted: those that were replaced stay until their segment is merged. */
    private Set<String> others(Terms ids, Bits live) throws IOException {
        Set<String> others = new TreeSet<>();
        TermsEnum terms = ids.iterator();
        PostingsEnum documents = null;
        for (BytesRef term = terms.next(); term != null; term = terms.next()) {
            String found = term.utf8ToString();
            documents = terms.postings(documents, PostingsEnum.NONE);
            if (!found.equals(id) && hasLive(documents, live)) {
                others.add(found);
            }
        }
        return others;
    }

    private static boolean hasLive(PostingsEnum documents, Bits live) throws IOException {
        int document = documents.nextDoc();
        while (document != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(document)) {
            document = documents.nextDoc();
        }
        return document != DocIdSetIterator.NO_MORE_DOCS;
    }
}

package dev.tldr4j.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two encoders of the same shape, whose outputs Lucene itself could not tell apart. */
class MixedEncodersTest {
    private static final float[] VECTOR = {1, 1, 0, 0, 0, 0};

    private final ReducedVectorField field = ReducedVectorField.of("embedding", Encoders.first(6, 2, 1));
    private final ReducedVectorField other = ReducedVectorField.of("embedding", Encoders.first(6, 2, 5));
    private final Directory directory = new ByteBuffersDirectory();

    @AfterEach
    void close() throws IOException {
        directory.close();
    }

    @Test
    void anIndexOfAnotherEncoderIsRefusedNamingBothAndTheField() throws IOException {
        write(directory, other);

        assertRefused(
                field,
                "field embedding: the index was written with encoder " + id(other) + ", but the search uses encoder "
                        + id(field) + "; search with the one it was written with, or index its documents again");
        assertAccepted(other);
    }

    @Test
    void aReRankedSearchLooksToo() throws IOException {
        write(directory, other.keepingFull());

        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThatThrownBy(() ->
                            new IndexSearcher(reader).search(field.keepingFull().rerankedQuery(VECTOR, 5), 5))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(id(other));
        }
    }

    @Test
    void anIndexWithBothIsRefusedForEither() throws IOException {
        write(directory, field, other);

        assertRefused(field, id(other));
        assertRefused(other, id(field));
    }

    @Test
    void segmentsOfBothAreRefusedBeforeAndAfterTheyAreMerged() throws IOException {
        write(directory, field);
        write(directory, other);
        assertRefused(field, id(other));

        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            writer.forceMerge(1);
        }

        assertRefused(field, id(other));
        assertRefused(other, id(field));
    }

    @Test
    void whatAddIndexesBringsIsSeen() throws IOException {
        write(directory, field);
        try (Directory added = new ByteBuffersDirectory()) {
            write(added, other);
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                writer.addIndexes(added);
            }
        }

        assertRefused(field, id(other));
    }

    @Test
    void anIndexWithoutACommitIsLookedAt() throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            writer.addDocument(document(other));
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                assertThatThrownBy(() -> field.check(reader)).isInstanceOf(InvalidInputException.class);
                assertThatCode(() -> other.check(reader)).doesNotThrowAnyException();
            }
        }
    }

    @Test
    void everyFieldHasAnEncoderOfItsOwn() throws IOException {
        ReducedVectorField title = ReducedVectorField.of("title", Encoders.first(6, 2, 9));
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            Document document = document(field);
            title.addTo(document, VECTOR);
            writer.addDocument(document);
        }

        assertAccepted(field);
        assertAccepted(title);
        assertRefused(ReducedVectorField.of("title", Encoders.first(6, 2, 1)), "field title");
    }

    @Test
    void onceAllDocumentsAreReplacedTheNewEncoderIsRight() throws IOException {
        IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (String key : new String[] {"a", "b"}) {
                writer.addDocument(keyed(key, other));
            }
            writer.addDocument(new Document()); // keeps the first segment alive
            writer.flush();
            writer.updateDocument(new Term("key", "a"), keyed("a", field));
            writer.commit();
            assertRefused(field, id(other));

            writer.updateDocument(new Term("key", "b"), keyed("b", field));
        }

        assertAccepted(field);
        assertRefused(other, id(field));
    }

    @Test
    void vectorsThatCameInWithoutAnEncoderAreRefused() throws IOException {
        write(directory, field);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            Document document = new Document();
            document.add(new KnnFloatVectorField(
                    "embedding", new float[] {1, 0}, org.apache.lucene.index.VectorSimilarityFunction.DOT_PRODUCT));
            writer.addDocument(document);
            writer.forceMerge(1);
        }

        assertRefused(field, "field embedding: the index has vectors without an encoder's id");
    }

    @Test
    void anIndexWithoutTheFieldFindsNothing() throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            writer.addDocument(new Document());
        }
        try (IndexReader reader = DirectoryReader.open(directory)) {
            assertThat(new IndexSearcher(reader).search(field.query(VECTOR, 5), 5).scoreDocs)
                    .isEmpty();
        }
    }

    private void assertRefused(ReducedVectorField searched, String message) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThatThrownBy(() -> new IndexSearcher(reader).search(searched.query(VECTOR, 5), 5))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(message)
                    .hasMessageContaining(id(searched));
            assertThatThrownBy(() -> searched.check(reader)).isInstanceOf(InvalidInputException.class);
        }
    }

    private void assertAccepted(ReducedVectorField searched) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThat(new IndexSearcher(reader).search(searched.query(VECTOR, 5), 5).scoreDocs)
                    .isNotEmpty();
        }
    }

    private static void write(Directory directory, ReducedVectorField... fields) throws IOException {
        try (IndexWriter writer =
                new IndexWriter(directory, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
            for (ReducedVectorField each : fields) {
                writer.addDocument(document(each));
            }
        }
    }

    private static Document document(ReducedVectorField field) {
        Document document = new Document();
        field.addTo(document, VECTOR);
        return document;
    }

    private static Document keyed(String key, ReducedVectorField field) {
        Document document = document(field);
        document.add(new StringField("key", key, Field.Store.NO));
        return document;
    }

    private static String id(ReducedVectorField field) {
        return field.encoder().id();
    }
}

package dev.tldr4j.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;

class ReducedVectorFieldTest {
    private static final int FULL = 6;
    private static final int REDUCED = 2;

    private final ReducedVectorField field = ReducedVectorField.of("embedding", Encoders.first(FULL, REDUCED, 1));

    @Test
    void whatIsNearestReducedIsFoundFirst() throws IOException {
        // the encoder keeps (x, 2 y) of a vector and forgets the rest
        try (Directory directory =
                        index(field, new float[] {1, 0, 0, 0, 0, 9}, new float[] {0, 1, 0, 0, 0, 0}, new float[] {
                            1, 1, 0, 0, 0, 0
                        });
                DirectoryReader reader = DirectoryReader.open(directory)) {
            ScoreDoc[] found = search(reader, field.query(new float[] {3, 0, 9, 9, 9, 0}, 3));

            assertThat(documents(found)).containsExactly(0, 2, 1);
            // (1, 0) with (1, 2)/√5 has cosine 1/√5; Lucene scores (1 + cosine) / 2
            assertThat(found[0].score).isEqualTo(1, within(1e-6f));
            assertThat(found[1].score).isEqualTo((float) (1 + 1 / Math.sqrt(5)) / 2, within(1e-6f));
            assertThat(found[2].score).isEqualTo(0.5f, within(1e-6f));
        }
    }

    @Test
    void fullVectorsDecideTheOrderOfTheCandidates() throws IOException {
        ReducedVectorField keeping = field.keepingFull();
        try (Directory directory =
                        index(keeping, new float[] {1, 0.1f, 0, 0, 0, 0}, new float[] {1, 0, 0, 0, 0, 9}, new float[] {
                            1, 0.2f, 0, 0, 0, 7
                        });
                DirectoryReader reader = DirectoryReader.open(directory)) {
            float[] query = {1, 0, 0, 0, 0, 9};

            assertThat(documents(search(reader, keeping.query(query, 3)))).containsExactly(1, 0, 2);
            ScoreDoc[] reranked = search(reader, keeping.rerankedQuery(query, 3));
            assertThat(documents(reranked)).containsExactly(1, 2, 0);
            assertThat(reranked[0].score).isEqualTo(1, within(1e-3f));
            // two candidates by the reduced vectors, and these in the order of the full ones
            assertThat(documents(search(reader, keeping.rerankedQuery(query, 2))))
                    .containsExactly(1, 0);
        }
    }

    @Test
    void aPrefixFindsTheShortlistThatTheWholeOutputsOrder() throws IOException {
        Encoder encoder = Encoders.first(FULL, 4, 1);
        ReducedVectorField stages = ReducedVectorField.of("embedding", encoder).shortlistedBy(2);
        try (Directory directory =
                        index(stages, new float[] {1, 0.1f, 0, 0, 0, 0}, new float[] {1, 0, 9, 0, 0, 0}, new float[] {
                            1, 0.2f, 0, 7, 0, 0
                        });
                DirectoryReader reader = DirectoryReader.open(directory)) {
            float[] query = {1, 0, 0, 9, 0, 0};

            assertThat(documents(search(reader, stages.query(query, 3))))
                    .as("by two numbers")
                    .containsExactly(1, 0, 2);
            assertThat(documents(search(reader, stages.rerankedQuery(query, 3))))
                    .as("by all four")
                    .startsWith(2);
            assertThat(documents(search(reader, stages.rerankedQuery(query, 2))))
                    .as("what the shortlist left out is not found")
                    .containsExactlyInAnyOrder(0, 1);
            assertThat(documents(search(reader, stages.keepingFull().query(query, 1))))
                    .as("the same graph")
                    .containsExactly(1);
        }
        assertThat(stages.encoder().outputDims()).isEqualTo(2);
        assertThatThrownBy(() -> ReducedVectorField.of("embedding", encoder).shortlistedBy(4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("field embedding: a shortlist by 4 numbers leaves none to re-rank by; encoder "
                        + encoder.normalized().id() + " gives 4");
    }

    @Test
    void aQueryOfAnotherPrefixIsRefusedByName() throws IOException {
        Encoder encoder = Encoders.first(FULL, 4, 1).normalized();
        ReducedVectorField two = ReducedVectorField.of("embedding", encoder.truncated(2));
        ReducedVectorField three = ReducedVectorField.of("embedding", encoder).shortlistedBy(3);
        float[] vector = {1, 2, 3, 4, 5, 6};
        try (Directory directory = index(two, vector);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThatThrownBy(() -> search(reader, three.query(vector, 1)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("field embedding: the index was written with the first 2 numbers of encoder "
                            + encoder.id() + ", but the search uses the first 3 numbers of encoder " + encoder.id()
                            + "; search with the one it was written with, or index its documents again");
            assertThat(documents(search(
                            reader,
                            ReducedVectorField.of("embedding", encoder)
                                    .shortlistedBy(2)
                                    .query(vector, 1))))
                    .as("the same prefix, however it came about")
                    .containsExactly(0);
        }
    }

    @Test
    void theColumnOfBytesKeepsTheCosine() throws IOException {
        int dims = 384;
        Random random = new Random(1);
        Encoder encoder = Encoders.first(dims, 8, 1);
        ReducedVectorField keeping = ReducedVectorField.of("v", encoder).keepingFull();
        float[][] vectors = new float[50][];
        Arrays.setAll(vectors, i -> Encoders.random(dims, random));
        float[] query = Encoders.random(dims, random);
        try (Directory directory = index(keeping, vectors);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            for (ScoreDoc hit : search(reader, keeping.rerankedQuery(query, 50))) {
                assertThat((double) hit.score).isEqualTo((1 + cosine(query, vectors[hit.doc])) / 2, within(2e-3));
            }
        }
    }

    @Test
    void aFilterLeavesOthersOut() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (int i = 0; i < 6; i++) {
                    Document document = new Document();
                    document.add(new StringField("language", i % 2 == 0 ? "en" : "de", Field.Store.NO));
                    field.addTo(document, new float[] {1, i, 0, 0, 0, 0});
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                Query german = new TermQuery(new Term("language", "de"));

                ScoreDoc[] found = search(reader, field.query(new float[] {1, 0, 0, 0, 0, 0}, 2, german));

                assertThat(documents(found)).containsExactly(1, 3);
            }
        }
    }

    @Test
    void vectorsOfAnotherWidthAreRefusedNamingBothNumbers() {
        float[] five = new float[5];
        Arrays.fill(five, 1);

        assertThatThrownBy(() -> field.addTo(new Document(), five))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("field embedding: encoder " + field.encoder().id()
                        + " takes vectors of 6 dimensions, but got one of 5;"
                        + " use the embedding model that the encoder was learned for");
        assertThatThrownBy(() -> field.query(five, 10)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void vectorsWithoutADirectionAreRefused() {
        for (float broken : new float[] {0, Float.NaN, Float.POSITIVE_INFINITY}) {
            float[] vector = {broken, 0, 0, 0, 0, 0};
            assertThatThrownBy(() -> field.addTo(new Document(), vector))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("embedding")
                    .hasMessageContaining("no direction");
        }
    }

    @Test
    void aNormalizedEncoderAndItsPlainFormAreTheSame() {
        Encoder plain = Encoders.first(FULL, REDUCED, 1);

        assertThat(ReducedVectorField.of("a", plain).encoder().id())
                .isEqualTo(
                        ReducedVectorField.of("a", plain.normalized()).encoder().id())
                .isEqualTo(plain.normalized().id());
    }

    @Test
    void reRankingNeedsFullVectors() throws IOException {
        float[] vector = {1, 1, 0, 0, 0, 0};

        assertThatThrownBy(() -> field.rerankedQuery(vector, 10))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("keepingFull()");
        try (Directory directory = index(field, vector);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThatThrownBy(() -> search(reader, field.keepingFull().rerankedQuery(vector, 10)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("document 0 has no vector to re-rank by");
        }
    }

    @Test
    void equalQueriesAreEqual() {
        float[] one = {1, 1, 0, 0, 0, 0};
        float[] other = {1, 2, 0, 0, 0, 0};
        ReducedVectorField keeping = field.keepingFull();

        assertThat(keeping.query(one, 5)).isEqualTo(keeping.query(one, 5)).hasSameHashCodeAs(keeping.query(one, 5));
        assertThat(keeping.query(one, 5)).isNotEqualTo(keeping.query(other, 5)).isNotEqualTo(keeping.query(one, 6));
        assertThat(keeping.rerankedQuery(one, 5))
                .isEqualTo(keeping.rerankedQuery(one, 5))
                .isNotEqualTo(keeping.rerankedQuery(other, 5));
        assertThat(keeping.query(one, 5).toString())
                .contains("embedding", field.encoder().id(), "5");
    }

    private static Directory index(ReducedVectorField field, float[]... vectors) throws IOException {
        Directory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (float[] vector : vectors) {
                Document document = new Document();
                field.addTo(document, vector);
                writer.addDocument(document);
            }
        }
        return directory;
    }

    private static ScoreDoc[] search(DirectoryReader reader, Query query) throws IOException {
        return new IndexSearcher(reader).search(query, 100).scoreDocs;
    }

    private static int[] documents(ScoreDoc[] found) {
        return Arrays.stream(found).mapToInt(hit -> hit.doc).toArray();
    }

    private static double cosine(float[] a, float[] b) {
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    }

    private static double dot(float[] a, float[] b) {
        return IntStream.range(0, a.length)
                .mapToDouble(i -> (double) a[i] * b[i])
                .sum();
    }
}

package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.lucene.ReducedVectorField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LuceneExampleTest {
    private static final Map<String, float[]> VECTORS = Map.of(
            "near", new float[] {1, 0.1f, 0}, "far", new float[] {-1, 0.1f, 0}, "between", new float[] {0, 1, 0});

    private static final float[] QUESTION = {1, 0, 0};

    @TempDir
    private Path folder;

    private final Encoder encoder =
            Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of("method", "by hand"));

    @Test
    void whatIsWrittenIsFound() throws IOException {
        Path model = folder.resolve("encoder.safetensors");
        encoder.save(model);
        Path index = folder.resolve("index");

        LuceneExample.write(index, LuceneExample.field(model), VECTORS);

        assertThat(LuceneExample.search(index, LuceneExample.field(model), QUESTION))
                .containsExactly("near", "between", "far");
        try (Directory directory = FSDirectory.open(index);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            // no document says it is English
            assertThat(LuceneExample.among(new IndexSearcher(reader), LuceneExample.field(model), QUESTION).scoreDocs)
                    .isEmpty();
        }
    }

    @Test
    void fullVectorsReRank() throws IOException {
        Path index = folder.resolve("index");
        ReducedVectorField embedding = LuceneExample.keepingFull(encoder);
        LuceneExample.write(index, embedding, VECTORS);

        try (Directory directory = FSDirectory.open(index);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThat(LuceneExample.reranked(new IndexSearcher(reader), embedding, QUESTION).scoreDocs)
                    .hasSize(3);
        }
    }

    /** In the first 32 numbers all are alike; the 33rd tells them apart. */
    @Test
    void theWholeOutputsOrderAShortlist() throws IOException {
        int dims = 40;
        float[] identity = new float[dims * dims];
        for (int i = 0; i < dims; i++) {
            identity[i * dims + i] = 1;
        }
        ReducedVectorField embedding = LuceneExample.shortlisted(Encoder.affine(identity, new float[dims], Map.of()));
        float[] near = new float[dims];
        near[0] = 1;
        near[32] = 1;
        float[] far = near.clone();
        far[32] = -1;
        Path index = folder.resolve("index");
        LuceneExample.write(index, embedding, Map.of("near", near, "far", far));

        try (Directory directory = FSDirectory.open(index);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            ScoreDoc[] found = LuceneExample.inTwoStages(searcher, embedding, near).scoreDocs;
            assertThat(found).hasSize(2);
            assertThat(searcher.storedFields().document(found[0].doc).get("id")).isEqualTo("near");
            assertThat(found[0].score).isGreaterThan(found[1].score);
        }
    }

    @Test
    void theMessageOfThePageIsTheRealOne() throws IOException {
        Path index = folder.resolve("index");
        LuceneExample.write(index, ReducedVectorField.of("embedding", encoder), VECTORS);
        Encoder other = Encoder.affine(new float[] {1, 0, 0, 0, 0, 1}, new float[2], Map.of());
        ReducedVectorField field = ReducedVectorField.of("embedding", other);

        try (Directory directory = FSDirectory.open(index);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            assertThatThrownBy(() -> LuceneExample.check(writer, field))
                    .isInstanceOf(InvalidInputException.class)
                    .satisfies(e -> assertThat(page()).contains(withoutIds(e.getMessage())));
        }
    }

    private static String page() throws IOException {
        return withoutIds(Files.readString(Path.of("../docs/how-to/search-with-lucene.md")));
    }

    private static String withoutIds(String text) {
        return text.replaceAll("[0-9a-f]{16}", "ID");
    }
}

package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code encode --bulk}: from a file of vectors to requests that fill an index. */
class BulkRequestsTest {
    private static final int ROWS = 30;

    @TempDir
    Path folder;

    private Path docs;
    private Path model;
    private Path output;

    @BeforeEach
    void files() throws IOException {
        docs = Samples.vectors(folder.resolve("docs.npy"), ROWS, 8, 1);
        model = folder.resolve("encoder.safetensors");
        float[] weight = Samples.values(4, 8, 3);
        Encoder.affine(weight, new float[4], Map.of()).save(model);
        output = folder.resolve("docs.ndjson");
    }

    private Object[] encode(Path to, Object... more) {
        var args = new ArrayList<Object>(
                List.of("encode", "--model", model, "--input", docs, "--output", to, "--normalize"));
        args.addAll(Arrays.asList(more));
        return args.toArray();
    }

    private void assertRefused(String told, Path to, Object... more) {
        Run run = Run.tldr4j(encode(to, more));
        assertThat(run.err()).startsWith("tldr4j: " + told).hasLineCount(1);
        assertThat(run.code()).isEqualTo(2);
        assertThat(to).doesNotExist();
    }

    @Test
    void everyRowIsADocumentWithTheNumbersThatAVectorFileWouldHave() throws IOException {
        Map<String, Object> told =
                Run.succeeds(encode(output, "--bulk", "docs", "--json")).json();
        assertThat(told)
                .containsEntry("rows", (long) ROWS)
                .containsEntry("index", "docs")
                .containsEntry("field", "vector")
                .containsEntry("model", Encoder.load(model).normalized().id())
                .containsEntry("outputBytes", Files.size(output));

        Path vectors = folder.resolve("docs-4.npy");
        Run.succeeds(encode(vectors));
        var expected = FloatBuffer.allocate(ROWS * 4);
        try (var written = Vectors.open(vectors)) {
            written.read(0, ROWS, expected);
        }
        List<String> lines = Files.readAllLines(output);
        assertThat(lines).hasSize(2 * ROWS);
        for (int row = 0; row < ROWS; row++) {
            assertThat(Json.parse(lines.get(2 * row)))
                    .isEqualTo(Map.of("index", Map.of("_index", "docs", "_id", Integer.toString(row))));
            var document = (Map<?, ?>) Json.parse(lines.get(2 * row + 1));
            var numbers = (List<?>) document.get("vector");
            for (int i = 0; i < 4; i++) {
                assertThat(((Number) numbers.get(i)).floatValue()).isEqualTo(expected.get(4 * row + i));
            }
        }
    }

    @Test
    void theFieldCanBeNamed() throws IOException {
        Run.succeeds(encode(output, "--bulk", "docs", "--field", "text.embedding"));

        assertThat(Files.readAllLines(output).get(1)).startsWith("{\"text.embedding\":[");
    }

    @Test
    void theTableSaysHowMuchToSendAtATime() {
        assertThat(Run.succeeds(encode(output, "--bulk", "docs", "--quiet")).out())
                .containsPattern(
                        "the field vector of the index docs; [0-9]+ bytes a document: send some ten MB at a time");
    }

    @Test
    void bulkRequestsAndTheirNameGoTogether() {
        assertRefused(output + ": a .ndjson file is for bulk requests; say for which index (--bulk INDEX)", output);
        Path npy = folder.resolve("out.npy");
        assertRefused(
                npy + ": --bulk writes bulk requests; name an output that ends in .ndjson", npy, "--bulk", "docs");
        assertRefused("--field x: names a field of bulk requests; give --bulk too", npy, "--field", "x");
        assertRefused("--type f2: bulk requests are text; ", output, "--bulk", "docs", "--type", "f2");
    }

    @Test
    void namesThatTheServersRefuseAreRefusedBeforeAnyWork() {
        for (String index : new String[] {
            "",
            ".",
            "..",
            "Docs",
            "_docs",
            "+docs",
            "a b",
            "a/b",
            "a\\b",
            "a*",
            "a?",
            "a\"",
            "a<",
            "a>",
            "a|",
            "a,b",
            "a#b",
            "a:b",
            "a\nb",
            "ü".repeat(128)
        }) {
            assertRefused("--bulk ", output, "--bulk", index);
        }
        assertRefused(
                "--bulk \"Docs\": an index may not have capital letters; name another\n", output, "--bulk", "Docs");
        for (String field : new String[] {"", " ", ".a", "a.", "a..b"}) {
            assertRefused("--field ", output, "--bulk", "docs", "--field", field);
        }
    }

    @Test
    void usualNamesOfIndicesAreTaken() {
        for (String index : new String[] {"docs", "docs-2026.11", ".hidden", "größe_1", "a".repeat(255)}) {
            Run.succeeds(encode(output, "--bulk", index, "--quiet"));
        }
    }
}

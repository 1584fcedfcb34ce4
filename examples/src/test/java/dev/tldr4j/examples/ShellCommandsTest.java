package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell commands of the how-to, run as they stand there, and what a server gets of them. */
class ShellCommandsTest {
    private static final Page PAGE = new Page("docs/how-to/use-with-elasticsearch-and-opensearch.md");
    private static final int TEN_MB = 10_000_000;

    @TempDir
    Path folder;

    @BeforeEach
    void requireTools() throws IOException, InterruptedException {
        boolean there = run("command -v curl && split --version | grep -q GNU", Map.of()) == 0;
        assumeTrue(there, "curl or GNU split is not installed");
    }

    private int run(String command, Map<String, String> variables) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().putAll(variables);
        return builder.start().waitFor();
    }

    private static String block(String with) throws IOException {
        List<String> found = PAGE.blocks("bash").stream()
                .filter(block -> block.contains(with))
                .toList();
        assertThat(found).as(with).hasSize(1);
        return found.get(0);
    }

    private Object madeIndex(String type) throws IOException, InterruptedException {
        try (var server = new RecordingServer("{\"acknowledged\":true}")) {
            int code = run(block(type), Map.of("SERVER", server.address(), "ENCODER_ID", "29809a50ca2f4fce"));

            assertThat(code).isZero();
            assertThat(server.received()).hasSize(1);
            assertThat(server.received().get(0).what()).isEqualTo("PUT /docs");
            return server.received().get(0).json();
        }
    }

    @Test
    void anIndexOfElasticsearchIsMadeForShortVectorsOfLength1() throws IOException, InterruptedException {
        assertThat(madeIndex("dense_vector"))
                .isEqualTo(Map.of(
                        "mappings",
                        Map.of(
                                "_meta",
                                Map.of("tldr4j_encoder", "29809a50ca2f4fce"),
                                "properties",
                                Map.of(
                                        "vector",
                                        Map.of("type", "dense_vector", "dims", 64L, "similarity", "dot_product")))));
    }

    @Test
    void anIndexOfOpenSearchIsMadeForShortVectorsOfLength1() throws IOException, InterruptedException {
        assertThat(madeIndex("knn_vector"))
                .isEqualTo(Map.of(
                        "settings",
                        Map.of("index", Map.of("knn", true)),
                        "mappings",
                        Map.of(
                                "_meta",
                                Map.of("tldr4j_encoder", "29809a50ca2f4fce"),
                                "properties",
                                Map.of(
                                        "vector",
                                        Map.of(
                                                "type",
                                                "knn_vector",
                                                "dimension",
                                                64L,
                                                "space_type",
                                                "innerproduct")))));
    }

    @Test
    void requestsBecomeUpdatesOfDocumentsThatAreThere() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("docs.ndjson"), """
                {"index":{"_index":"docs","_id":"a \\"index\\""}}
                {"vector":[0.6,-0.8]}
                {"index":{"_index":"docs","_id":"1"}}
                {"vector":[1,0]}
                """);

        assertThat(run(block("update"), Map.of())).isZero();

        assertThat(folder.resolve("updates.ndjson")).hasContent("""
                        {"update":{"_index":"docs","_id":"a \\"index\\""}}
                        {"doc":{"vector":[0.6,-0.8]}}
                        {"update":{"_index":"docs","_id":"1"}}
                        {"doc":{"vector":[1,0]}}
                        """);
    }

    @Test
    void documentsAreSentInWholePairsOfLinesAndTenMegabytesAtATime() throws IOException, InterruptedException {
        Path docs = folder.resolve("docs.ndjson");
        var text = new StringBuilder();
        int rows = 30_000;
        for (int row = 0; row < rows; row++) {
            text.append("{\"index\":{\"_index\":\"docs\",\"_id\":\"")
                    .append(row)
                    .append("\"}}\n{\"vector\":[");
            text.append("0.12345678,-0.1234567,".repeat(32));
            text.setLength(text.length() - 1);
            text.append("]}\n");
        }
        Files.writeString(docs, text);
        long bytes = Files.size(docs) / rows;

        try (var server = new RecordingServer("{\"errors\":false}")) {
            int code = run(block("_bulk"), Map.of("SERVER", server.address(), "BYTES", Long.toString(bytes)));

            assertThat(code).isZero();
            assertThat(server.received()).hasSizeGreaterThan(2).allSatisfy(part -> {
                assertThat(part.what()).startsWith("POST /_bulk");
                assertThat(part.contentType()).isEqualTo("application/x-ndjson");
                assertThat(part.body()).startsWith("{\"index\":").endsWith("]}\n");
                assertThat(part.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(TEN_MB + TEN_MB / 20);
            });
            assertThat(server.received().stream()
                            .map(RecordingServer.Received::body)
                            .collect(Collectors.joining()))
                    .isEqualTo(text.toString());
            assertThat(Files.readAllLines(folder.resolve("output.txt")))
                    .hasSameSizeAs(server.received())
                    .allSatisfy(line -> assertThat(Json.parse(line)).isEqualTo(Map.of("errors", false)));
        }
    }
}

package dev.tldr4j.servers.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.examples.Page;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.BulkPage;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** The page's commands and code, as they stand there, against the server. */
@ExtendWith(OpenSearch.Extension.class)
class OpenSearchPageTest {
    private static final Page PAGE = new Page("docs/how-to/use-with-opensearch.md");

    @TempDir
    static Path folder;

    private static Judged judged;
    private static Encoder encoder;
    private static BulkPage commands;
    private static String printed;
    private static SearchIndex docs;
    private static OpenSearchClient client;

    @BeforeAll
    static void doWhatThePageSays(OpenSearch server) throws IOException, InterruptedException {
        commands = new BulkPage(folder, server.address());
        assumeTrue(commands.hasTools(), "curl or GNU split is not installed");
        judged = Judged.forTests();
        encoder = judged.quickEncoder(128);
        commands.encode(judged, encoder);
        commands.makeIndex(PAGE, "compression_level", encoder);
        printed = commands.send();
        docs = new SearchIndex(server.rest(), "docs");
        docs.rest().ask("POST", "/docs/_refresh", "");
        client = new OpenSearchClient(
                ApacheHttpClient5TransportBuilder.builder(HttpHost.create(URI.create(server.address())))
                        .build());
    }

    @AfterAll
    static void disconnect() throws IOException, InterruptedException {
        if (client != null) {
            docs.delete();
            client._transport().close();
        }
    }

    @Test
    void everyDocumentArrives() throws IOException, InterruptedException {
        assertThat(printed.strip().lines()).isNotEmpty().containsOnly("{\"errors\":false}");
        assertThat(docs.rest().ask("GET", "/docs/_count", "").number("count"))
                .isEqualTo(judged.docs().rows());
    }

    @Test
    void theServerFindsAsMuchAsExactSearch() throws Exception {
        Answers answers = Answers.of(
                judged.task(), (query, k) -> docs.search(KnnVector.query("vector", encoder.encode(query), k)));

        assertThat(answers.ndcg()).isCloseTo(judged.exactNdcg(encoder), within(0.01));
    }

    @Test
    void theJavaClientGetsTheSameAnswers() throws IOException, InterruptedException {
        SearchTask task = judged.task();
        for (int i = 0; i < 20; i++) {
            float[] query = task.query(i);
            assertThat(OpenSearchExample.search(client, encoder, query))
                    .isEqualTo(ids(docs.search(KnnVector.query("vector", encoder.encode(query), 10))));
        }
    }

    private static List<String> ids(int[] rows) {
        return IntStream.of(rows).mapToObj(Integer::toString).toList();
    }

    @Test
    void fullVectorsRescoreWhatShortOnesFind() throws Exception {
        SearchIndex both = new SearchIndex(docs.rest(), "both");
        both.make(KnnVector.SETTINGS, "{\"vector\": " + KnnVector.field(128, "") + "}");
        commands.addField(PAGE, "full", "both");
        both.fill(judged, Map.of("vector", encoder::encode, "full", vector -> vector));

        Answers answers = Answers.of(
                judged.task(),
                (query, k) -> both.search(KnnVector.query("vector", encoder.encode(query), "full", query, k)));

        assertThat(answers.ndcg()).isCloseTo(judged.exactNdcg(), within(0.01));
        float[] query = judged.task().query(0);
        assertThat(OpenSearchExample.rescoredSearch(client, "both", encoder, query))
                .isEqualTo(ids(both.search(KnnVector.query("vector", encoder.encode(query), "full", query, 10))));
        both.delete();
    }

    @Test
    void vectorsOfTheFullLengthAreRefused() throws IOException, InterruptedException {
        float[] full = judged.doc(0);
        Rest.Answer document =
                docs.rest().send("PUT", "/docs/_doc/full", "{\"vector\": " + SearchIndex.json(full) + "}");
        Rest.Answer query = docs.rest().send("POST", "/docs/_search", KnnVector.query("vector", full, 10));

        assertThat(document.status()).isEqualTo(400);
        assertThat(document.body()).contains("Vector dimension mismatch. Expected: 128, Given: 384");
        assertThat(query.status()).isEqualTo(400);
        assertThat(query.body()).contains("Query vector has invalid dimension: 384. Dimension should be: 128");
        assertThatThrownBy(() -> encoder.encode(encoder.encode(full)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("128")
                .hasMessageContaining("384");
    }

    @Test
    void anotherEncodersQueryIsAnsweredButRefusedByItsId() throws Exception {
        Encoder other = judged.anotherEncoder(128);
        Answers wrong =
                Answers.of(judged.task(), (query, k) -> docs.search(KnnVector.query("vector", other.encode(query), k)));

        assertThat(wrong.ndcg()).isLessThan(0.1);
        assertThatThrownBy(() -> OpenSearchExample.requireEncoderOf(client, other))
                .hasMessage(
                        "the index docs was written by " + encoder.id() + ", but queries are encoded by " + other.id());
        assertThatCode(() -> OpenSearchExample.requireEncoderOf(client, encoder))
                .doesNotThrowAnyException();
    }
}

package dev.tldr4j.servers.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page's commands and code, as they stand there, against the server. */
@ExtendWith(Elasticsearch.Extension.class)
class ElasticsearchPageTest {
    private static final Page PAGE = new Page("docs/how-to/use-with-elasticsearch.md");

    @TempDir
    static Path folder;

    private static Judged judged;
    private static Encoder encoder;
    private static BulkPage commands;
    private static String printed;
    private static SearchIndex docs;
    private static ElasticsearchClient client;

    @BeforeAll
    static void doWhatThePageSays(Elasticsearch server) throws IOException, InterruptedException {
        commands = new BulkPage(folder, server.address());
        assumeTrue(commands.hasTools(), "curl or GNU split is not installed");
        judged = Judged.forTests();
        encoder = judged.quickEncoder(128);
        commands.encode(judged, encoder);
        commands.makeIndex(PAGE, "bbq_hnsw", encoder);
        printed = commands.send();
        docs = new SearchIndex(server.rest(), "docs");
        docs.rest().ask("POST", "/docs/_refresh", "");
        client = ElasticsearchClient.of(c -> c.host(server.address()));
    }

    @AfterAll
    static void disconnect() throws IOException, InterruptedException {
        if (client != null) {
            docs.delete();
            client.close();
        }
    }

    @Test
    void everyDocumentArrives() throws IOException, InterruptedException {
        assertThat(printed.strip().lines()).isNotEmpty().containsOnly("{\"errors\":false}");
        assertThat(docs.rest().ask("GET", "/docs/_count", "").number("count"))
                .isEqualTo(judged.docs().rows());
        assertThat(DenseVector.typeOf(docs, "vector")).isEqualTo("bbq_hnsw");
    }

    /** Generated vectors have many near ties, which one bit a number does not tell apart. */
    @Test
    void theServerFindsNearlyAsMuchAsExactSearch() throws Exception {
        Answers answers = Answers.of(
                judged.task(), (query, k) -> docs.search(DenseVector.query("vector", encoder.encode(query), k)));

        double exact = judged.exactNdcg(encoder);
        assertThat(answers.ndcg()).isBetween(0.9 * exact, exact + 0.01);
    }

    @Test
    void theJavaClientGetsTheSameAnswers() throws IOException, InterruptedException {
        SearchTask task = judged.task();
        for (int i = 0; i < 20; i++) {
            float[] query = task.query(i);
            assertThat(ElasticsearchExample.search(client, encoder, query))
                    .isEqualTo(ids(docs.search(DenseVector.query("vector", encoder.encode(query), 10))));
        }
    }

    private static List<String> ids(int[] rows) {
        return IntStream.of(rows).mapToObj(Integer::toString).toList();
    }

    @Test
    void fullVectorsRescoreWhatShortOnesFind() throws Exception {
        SearchIndex both = new SearchIndex(docs.rest(), "both");
        both.make("{\"number_of_replicas\": 0}", "{\"vector\": " + DenseVector.field(128, "bbq_hnsw") + "}");
        commands.addField(PAGE, "flat", "both");
        both.fill(judged, Map.of("vector", encoder::encode, "full", vector -> vector));

        Answers answers = Answers.of(
                judged.task(),
                (query, k) -> both.search(DenseVector.query("vector", encoder.encode(query), "full", query, k)));

        assertThat(DenseVector.typeOf(both, "full")).isEqualTo("flat");
        assertThat(answers.ndcg()).isCloseTo(judged.exactNdcg(), within(0.01));
        float[] query = judged.task().query(0);
        assertThat(ElasticsearchExample.rescoredSearch(client, "both", encoder, query))
                .isEqualTo(ids(both.search(DenseVector.query("vector", encoder.encode(query), "full", query, 10))));
        both.delete();
    }

    @Test
    void updatesLeaveTheRestOfADocument() throws IOException, InterruptedException {
        Rest rest = docs.rest();
        rest.ask("PUT", "/texts/_doc/a?refresh=true", "{\"text\": \"hello\"}");
        Files.writeString(folder.resolve("docs.ndjson"), """
                {"index":{"_index":"texts","_id":"a"}}
                {"vector":[0.6,-0.8]}
                """);
        commands.makeUpdates();

        rest.ask("POST", "/_bulk?refresh=true", Files.readString(folder.resolve("updates.ndjson")));

        assertThat(rest.ask("GET", "/texts/_doc/a", "").at("_source"))
                .isEqualTo(Map.of("text", "hello", "vector", List.of(0.6, -0.8)));
    }

    @Test
    void vectorsOfTheFullLengthAreRefused() throws IOException, InterruptedException {
        float[] full = judged.doc(0);
        Rest.Answer document =
                docs.rest().send("PUT", "/docs/_doc/full", "{\"vector\": " + SearchIndex.json(full) + "}");
        Rest.Answer query = docs.rest().send("POST", "/docs/_search", DenseVector.query("vector", full, 10));

        assertThat(document.status()).isEqualTo(400);
        assertThat(document.body()).contains("has more dimensions than defined in the mapping [128]");
        assertThat(query.status()).isEqualTo(400);
        assertThat(query.body())
                .contains("query vector has a different number of dimensions [384] than the document vectors [128]");
        assertThatThrownBy(() -> encoder.encode(encoder.encode(full)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("128")
                .hasMessageContaining("384");
    }

    @Test
    void anotherEncodersQueryIsAnsweredButRefusedByItsId() throws Exception {
        Encoder other = judged.anotherEncoder(128);
        Answers wrong = Answers.of(
                judged.task(), (query, k) -> docs.search(DenseVector.query("vector", other.encode(query), k)));

        assertThat(wrong.ndcg()).isLessThan(0.1);
        assertThatThrownBy(() -> ElasticsearchExample.requireEncoderOf(client, other))
                .hasMessage(
                        "the index docs was written by " + encoder.id() + ", but queries are encoded by " + other.id());
        assertThatCode(() -> ElasticsearchExample.requireEncoderOf(client, encoder))
                .doesNotThrowAnyException();
    }
}

package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import dev.tldr4j.encoder.Encoder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** What the code of the how-to's really sends through the servers' own clients, and what it makes of an answer. */
class SearchServersTest {
    /** Takes the first two numbers of three. (3, 4, 9) becomes (3, 4) and, of length 1, (0.6, 0.8). */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of())
            .normalized();

    private static final float[] EMBEDDING = {3, 4, 9};

    /** Both clients write floats with the digits of a double: 0.6000000238418579. */
    private static final List<Double> SHORT = List.of((double) 0.6f, (double) 0.8f);

    private static final String TWO_HITS = """
            {"took": 1, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
             "hits": {"total": {"value": 2, "relation": "eq"}, "max_score": 1.0, "hits": [
               {"_index": "docs", "_id": "17", "_score": 1.0}, {"_index": "docs", "_id": "4", "_score": 0.9}]}}
            """;

    private static String mapping(String meta) {
        return "{\"docs\": {\"mappings\": {" + meta + "\"properties\": {}}}}";
    }

    private static String mappingOf(Encoder encoder) {
        return mapping("\"_meta\": {\"tldr4j_encoder\": \"" + encoder.id() + "\"}, ");
    }

    private static ElasticsearchClient elasticsearch(RecordingServer server) {
        return ElasticsearchClient.of(c -> c.host(server.address()));
    }

    private static OpenSearchClient openSearch(RecordingServer server) {
        return new OpenSearchClient(
                ApacheHttpClient5TransportBuilder.builder(new HttpHost("http", "127.0.0.1", server.port()))
                        .build());
    }

    @Test
    void elasticsearchIsAskedByTheReducedVector() throws IOException {
        try (var server = new RecordingServer(TWO_HITS);
                var client = elasticsearch(server)) {
            assertThat(ElasticsearchExample.search(client, ENCODER, EMBEDDING)).containsExactly("17", "4");

            RecordingServer.Received sent = server.received().get(0);
            assertThat(sent.what()).startsWith("POST /docs/_search");
            assertThat(sent.json())
                    .isEqualTo(Map.of(
                            "_source",
                            false,
                            "knn",
                            List.of(Map.of(
                                    "field", "vector", "query_vector", SHORT, "k", 10L, "num_candidates", 100L))));
        }
    }

    @Test
    void openSearchIsAskedByTheReducedVector() throws IOException {
        try (var server = new RecordingServer(TWO_HITS)) {
            OpenSearchClient client = openSearch(server);
            assertThat(OpenSearchExample.search(client, ENCODER, EMBEDDING)).containsExactly("17", "4");
            client._transport().close();

            RecordingServer.Received sent = server.received().get(0);
            assertThat(sent.what()).startsWith("POST /docs/_search");
            assertThat(sent.json())
                    .isEqualTo(Map.of(
                            "_source",
                            false,
                            "size",
                            10L,
                            "query",
                            Map.of("knn", Map.of("vector", Map.of("vector", SHORT, "k", 10L)))));
        }
    }

    @Test
    void anIndexOfAnotherEncoderIsRefusedAndBothAreNamed() throws IOException {
        Encoder other = Encoder.affine(new float[] {0, 1, 0, 0, 0, 1}, new float[2], Map.of());
        String told = "the index docs was written by " + other.id() + ", but queries are encoded by " + ENCODER.id();
        try (var server = new RecordingServer(mappingOf(other));
                var client = elasticsearch(server)) {
            assertThatThrownBy(() -> ElasticsearchExample.requireEncoderOf(client, ENCODER))
                    .hasMessage(told);
            OpenSearchClient openSearch = openSearch(server);
            assertThatThrownBy(() -> OpenSearchExample.requireEncoderOf(openSearch, ENCODER))
                    .hasMessage(told);
            openSearch._transport().close();
            assertThat(server.received())
                    .extracting(RecordingServer.Received::what)
                    .containsExactly("GET /docs/_mapping", "GET /docs/_mapping");
        }
    }

    @Test
    void anIndexOfTheSameEncoderIsTakenAndOneWithoutIsNot() throws IOException {
        try (var same = new RecordingServer(mappingOf(ENCODER));
                var without = new RecordingServer(mapping(""));
                var client = elasticsearch(same);
                var clientWithout = elasticsearch(without)) {
            assertThatCode(() -> ElasticsearchExample.requireEncoderOf(client, ENCODER))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> ElasticsearchExample.requireEncoderOf(clientWithout, ENCODER))
                    .hasMessageContaining("no encoder that is known");
            OpenSearchClient openSearch = openSearch(same);
            assertThatCode(() -> OpenSearchExample.requireEncoderOf(openSearch, ENCODER))
                    .doesNotThrowAnyException();
            openSearch._transport().close();
            OpenSearchClient openSearchWithout = openSearch(without);
            assertThatThrownBy(() -> OpenSearchExample.requireEncoderOf(openSearchWithout, ENCODER))
                    .hasMessageContaining("no encoder that is known");
            openSearchWithout._transport().close();
        }
    }
}

package dev.tldr4j.servers.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** What the page says of how the server stores vectors. */
@ExtendWith(OpenSearch.Extension.class)
class OpenSearchStorageTest {
    /** What 500 vectors of 128 dimensions take in memory, without the graph's links. */
    private static long bytes(OpenSearch server, String more) throws IOException, InterruptedException {
        Judged judged = Judged.forTests().first(500);
        SearchIndex index = new SearchIndex(server.rest(), "stored");
        index.make(KnnVector.SETTINGS, "{\"vector\": " + KnnVector.field(128, more) + "}");
        index.fill(judged, Map.of("vector", judged.anotherEncoder(128)::encode));
        long bytes = KnnVector.bytesInMemory(index);
        index.delete();
        return bytes;
    }

    @Test
    void fourTimesCompressionAndOnDiskModeStoreAByteForAFloat(OpenSearch server) throws Exception {
        long floats = bytes(server, "");
        long compressed = bytes(server, ", \"compression_level\": \"4x\"");
        long onDisk = bytes(server, ", \"mode\": \"on_disk\"");

        long saved = 500 * 128 * (Float.BYTES - 1);
        assertThat(floats - compressed).isBetween(saved * 8 / 10, saved);
        assertThat(floats - onDisk).isBetween(saved * 8 / 10, saved);
    }

    @Test
    void oneBitANumberIsNotToBeHadFromThisEngine(OpenSearch server) throws Exception {
        Rest.Answer answer = server.rest()
                .send("PUT", "/bits", """
                {"settings": {"index": {"knn": true}}, "mappings": {"properties": {"vector": %s}}}""".formatted(KnnVector.field(128, ", \"compression_level\": \"32x\"")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat((String) answer.at("error", "reason")).contains("\"lucene\" does not support \"32x\" compression");
    }

    @Test
    void anIndexWithoutTheEncodersIdIsRefused(OpenSearch server) throws Exception {
        Encoder encoder = Judged.forTests().anotherEncoder(128);
        SearchIndex index = new SearchIndex(server.rest(), "docs");
        index.make(KnnVector.SETTINGS, "{\"vector\": " + KnnVector.field(128, "") + "}");
        var transport = ApacheHttpClient5TransportBuilder.builder(HttpHost.create(URI.create(server.address())))
                .build();
        try (transport) {
            OpenSearchClient client = new OpenSearchClient(transport);
            assertThatThrownBy(() -> OpenSearchExample.requireEncoderOf(client, encoder))
                    .hasMessage("the index docs was written by no encoder that is known, but queries are encoded by "
                            + encoder.id());
        } finally {
            index.delete();
        }
    }
}

package dev.tldr4j.servers.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SearchIndex;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the page says of how the server stores vectors. */
@ExtendWith(Elasticsearch.Extension.class)
class ElasticsearchStorageTest {
    private static final String SETTINGS = "{\"number_of_replicas\": 0}";

    @Test
    void whereNothingIsSaidReducedVectorsTakeMoreMemoryThanFullOnes(Elasticsearch server) throws Exception {
        Judged judged = Judged.forTests().first(500);
        Encoder encoder = judged.anotherEncoder(128);
        SearchIndex full = new SearchIndex(server.rest(), "full");
        full.make(SETTINGS, "{\"vector\": " + DenseVector.field(384) + "}");
        full.fill(judged, Map.of("vector", vector -> vector));
        SearchIndex reduced = new SearchIndex(server.rest(), "reduced");
        reduced.make(SETTINGS, "{\"vector\": " + DenseVector.field(128) + "}");
        reduced.fill(judged, Map.of("vector", encoder::encode));
        SearchIndex told = new SearchIndex(server.rest(), "told");
        told.make(SETTINGS, "{\"vector\": " + DenseVector.field(128, "bbq_hnsw") + "}");
        told.fill(judged, Map.of("vector", encoder::encode));

        assertThat(DenseVector.typeOf(full, "vector")).isEqualTo("bbq_hnsw");
        assertThat(DenseVector.typeOf(reduced, "vector")).isEqualTo("int8_hnsw");
        assertThat(DenseVector.bytesInMemory(reduced)).isGreaterThan(DenseVector.bytesInMemory(full) * 3 / 2);
        assertThat(DenseVector.bytesInMemory(told)).isLessThan(DenseVector.bytesInMemory(full));
        for (SearchIndex index : new SearchIndex[] {full, reduced, told}) {
            index.delete();
        }
    }

    @Test
    void oneBitANumberIsForSixtyFourDimensionsOrMore(Elasticsearch server) throws Exception {
        Rest.Answer answer = server.rest().send("PUT", "/narrow", """
                {"mappings": {"properties": {"vector": %s}}}""".formatted(DenseVector.field(63, "bbq_hnsw")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("bbq_hnsw does not support dimensions fewer than 64; provided=63");
    }

    @Test
    void anIndexWithoutTheEncodersIdIsRefused(Elasticsearch server) throws Exception {
        Encoder encoder = Judged.forTests().anotherEncoder(128);
        SearchIndex index = new SearchIndex(server.rest(), "docs");
        index.make(SETTINGS, "{\"vector\": " + DenseVector.field(128) + "}");
        try (var client = ElasticsearchClient.of(c -> c.host(server.address()))) {
            assertThatThrownBy(() -> ElasticsearchExample.requireEncoderOf(client, encoder))
                    .hasMessage("the index docs was written by no encoder that is known, but queries are encoded by "
                            + encoder.id());
        } finally {
            index.delete();
        }
    }
}

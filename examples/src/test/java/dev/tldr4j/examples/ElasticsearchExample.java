package dev.tldr4j.examples;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import co.elastic.clients.json.JsonData;
import dev.tldr4j.encoder.Encoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The code for Elasticsearch in docs/how-to, as it stands there. */
final class ElasticsearchExample {
    private ElasticsearchExample() {}

    static List<String> search(ElasticsearchClient client, Encoder encoder, float[] embedding) throws IOException {
        List<Float> query = new ArrayList<>();
        for (float number : encoder.encode(embedding)) {
            query.add(number);
        }
        SearchResponse<Void> response = client.search(
                s -> s.index("docs")
                        .knn(k -> k.field("vector").queryVector(query).k(10).numCandidates(100))
                        .source(source -> source.fetch(false)),
                Void.class);
        List<String> ids = response.hits().hits().stream().map(Hit::id).toList();
        return ids;
    }

    static void requireEncoderOf(ElasticsearchClient client, Encoder encoder) throws IOException {
        Map<String, JsonData> meta = client.indices()
                .getMapping(m -> m.index("docs"))
                .get("docs")
                .mappings()
                .meta();
        String written = meta.containsKey("tldr4j_encoder")
                ? meta.get("tldr4j_encoder").to(String.class)
                : "no encoder that is known";
        if (!written.equals(encoder.id())) {
            throw new IllegalStateException(
                    "the index docs was written by " + written + ", but queries are encoded by " + encoder.id());
        }
    }
}

package dev.tldr4j.servers.elasticsearch;

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

    static List<Float> list(float[] vector) {
        List<Float> list = new ArrayList<>();
        for (float number : vector) {
            list.add(number);
        }
        return list;
    }

    static List<String> search(ElasticsearchClient client, Encoder encoder, float[] embedding) throws IOException {
        List<Float> query = list(encoder.encode(embedding));
        SearchResponse<Void> response = client.search(
                s -> s.index("docs")
                        .knn(k -> k.field("vector").queryVector(query).k(10).numCandidates(100))
                        .source(source -> source.fetch(false)),
                Void.class);
        List<String> ids = response.hits().hits().stream().map(Hit::id).toList();
        return ids;
    }

    static List<String> rescoredSearch(ElasticsearchClient client, String index, Encoder encoder, float[] embedding)
            throws IOException {
        List<Float> query = list(encoder.encode(embedding));
        List<Float> full = list(embedding);
        SearchResponse<Void> response = client.search(
                s -> s.index(index)
                        .knn(k -> k.field("full")
                                .queryVector(full)
                                .k(10)
                                .numCandidates(100)
                                .filter(f -> f.knn(n ->
                                        n.field("vector").queryVector(query).k(100))))
                        .source(source -> source.fetch(false)),
                Void.class);
        return response.hits().hits().stream().map(Hit::id).toList();
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

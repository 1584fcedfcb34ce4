package dev.tldr4j.servers.opensearch;

import dev.tldr4j.encoder.Encoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.client.json.JsonData;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch.core.SearchResponse;
import org.opensearch.client.opensearch.core.search.Hit;

/** The code for OpenSearch in docs/how-to, as it stands there. */
final class OpenSearchExample {
    private OpenSearchExample() {}

    static List<Float> list(float[] vector) {
        List<Float> list = new ArrayList<>();
        for (float number : vector) {
            list.add(number);
        }
        return list;
    }

    static List<String> search(OpenSearchClient client, Encoder encoder, float[] embedding) throws IOException {
        List<Float> query = list(encoder.encode(embedding));
        SearchResponse<Void> response = client.search(
                s -> s.index("docs")
                        .query(q -> q.knn(k -> k.field("vector").vector(query).k(10)))
                        .size(10)
                        .source(source -> source.fetch(false)),
                Void.class);
        List<String> ids = response.hits().hits().stream().map(Hit::id).toList();
        return ids;
    }

    static List<String> rescoredSearch(OpenSearchClient client, String index, Encoder encoder, float[] embedding)
            throws IOException {
        List<Float> query = list(encoder.encode(embedding));
        List<Float> full = list(embedding);
        SearchResponse<Void> response = client.search(
                s -> s.index(index)
                        .query(q -> q.knn(k -> k.field("full")
                                .vector(full)
                                .k(10)
                                .filter(f -> f.knn(
                                        n -> n.field("vector").vector(query).k(100)))))
                        .size(10)
                        .source(source -> source.fetch(false)),
                Void.class);
        return response.hits().hits().stream().map(Hit::id).toList();
    }

    static void requireEncoderOf(OpenSearchClient client, Encoder encoder) throws IOException {
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

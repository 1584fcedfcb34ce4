package dev.tldr4j.examples;

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

    static List<String> search(OpenSearchClient client, Encoder encoder, float[] embedding) throws IOException {
        List<Float> query = new ArrayList<>();
        for (float number : encoder.encode(embedding)) {
            query.add(number);
        }
        SearchResponse<Void> response = client.search(
                s -> s.index("docs")
                        .query(q -> q.knn(k -> k.field("vector").vector(query).k(10)))
                        .size(10)
                        .source(source -> source.fetch(false)),
                Void.class);
        List<String> ids = response.hits().hits().stream().map(Hit::id).toList();
        return ids;
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

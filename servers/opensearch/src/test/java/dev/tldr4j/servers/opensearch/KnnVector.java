package dev.tldr4j.servers.opensearch;

import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;
import java.util.Map;

/** OpenSearch's JSON for vectors, and what it says of them. */
final class KnnVector {
    /** Settings of an index with vectors. */
    static final String SETTINGS = "{\"knn\": true, \"number_of_replicas\": 0}";

    /** As many as on the page. */
    private static final int CANDIDATES = 100;

    private KnnVector() {}

    /** @param more options of the field, each after a comma */
    static String field(int dims, String more) {
        return "{\"type\": \"knn_vector\", \"dimension\": " + dims
                + ", \"space_type\": \"innerproduct\", \"engine\": \"lucene\"" + more + "}";
    }

    /** The k nearest by this field. */
    static String query(String field, float[] vector, int k) {
        return "{\"_source\": false, \"size\": " + k + ", \"query\": " + knn(field, vector, k, "") + "}";
    }

    /** The k nearest by one field of the hundred nearest by another. */
    static String query(String finding, float[] vector, String rescoring, float[] full, int k) {
        String filter = ", \"filter\": " + knn(finding, vector, CANDIDATES, "");
        return "{\"_source\": false, \"size\": " + k + ", \"query\": " + knn(rescoring, full, k, filter) + "}";
    }

    private static String knn(String field, float[] vector, int k, String more) {
        return "{\"knn\": {\"" + field + "\": {\"vector\": " + SearchIndex.json(vector) + ", \"k\": " + k + more
                + "}}}";
    }

    static long bytesOnDisk(SearchIndex index) throws IOException, InterruptedException {
        return index.rest()
                .ask("GET", "/" + index.name() + "/_stats/store", "")
                .number("_all", "primaries", "store", "size_in_bytes");
    }

    /**
     * What a search reads all over: graph and quantized vectors, or graph and floats where nothing is quantized. The server's own
     * figure of memory is of its native engine alone.
     */
    static long bytesInMemory(SearchIndex index) throws IOException, InterruptedException {
        Rest.Answer stats =
                index.rest().ask("GET", "/" + index.name() + "/_stats/segments?include_segment_file_sizes=true", "");
        long quantized = file(stats, "veq");
        return file(stats, "vex") + (quantized > 0 ? quantized : file(stats, "vec"));
    }

    private static long file(Rest.Answer stats, String extension) {
        Map<?, ?> sizes = (Map<?, ?>) stats.at("_all", "primaries", "segments", "file_sizes");
        return sizes.containsKey(extension) ? (Long) ((Map<?, ?>) sizes.get(extension)).get("size_in_bytes") : 0;
    }
}

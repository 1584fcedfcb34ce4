package dev.tldr4j.servers.elasticsearch;

import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;

/** Elasticsearch's JSON for vectors, and what it says of them. */
final class DenseVector {
    /** As many as on the page. */
    private static final int CANDIDATES = 100;

    private DenseVector() {}

    /** A field without index_options. */
    static String field(int dims) {
        return "{\"type\": \"dense_vector\", \"dims\": " + dims + ", \"similarity\": \"dot_product\"}";
    }

    static String field(int dims, String type) {
        return "{\"type\": \"dense_vector\", \"dims\": " + dims
                + ", \"similarity\": \"dot_product\", \"index_options\": {\"type\": \"" + type + "\"}}";
    }

    /** The k nearest by this field. */
    static String query(String field, float[] vector, int k) {
        return "{\"_source\": false, \"size\": " + k + ", \"knn\": " + knn(field, vector, k, "") + "}";
    }

    /** The k nearest by one field of the hundred nearest by another. */
    static String query(String finding, float[] vector, String rescoring, float[] full, int k) {
        String filter = ", \"filter\": {\"knn\": " + knn(finding, vector, CANDIDATES, "") + "}";
        return "{\"_source\": false, \"size\": " + k + ", \"knn\": " + knn(rescoring, full, k, filter) + "}";
    }

    private static String knn(String field, float[] vector, int k, String more) {
        return "{\"field\": \"" + field + "\", \"query_vector\": " + SearchIndex.json(vector) + ", \"k\": " + k
                + ", \"num_candidates\": " + Math.max(k, CANDIDATES) + more + "}";
    }

    /** How the server stores this field. */
    static String typeOf(SearchIndex index, String field) throws IOException, InterruptedException {
        return (String) index.rest()
                .ask("GET", "/" + index.name() + "/_mapping", "")
                .at(index.name(), "mappings", "properties", field, "index_options", "type");
    }

    static long bytesOnDisk(SearchIndex index) throws IOException, InterruptedException {
        return index.rest()
                .ask("GET", "/" + index.name() + "/_stats/store", "")
                .number("_all", "primaries", "store", "size_in_bytes");
    }

    /** What a search reads all over: graph and quantized vectors, or graph and floats where nothing is quantized. */
    static long bytesInMemory(SearchIndex index) throws IOException, InterruptedException {
        Rest.Answer stats = index.rest().ask("GET", "/" + index.name() + "/_stats/dense_vector", "");
        long quantized = offHeap(stats, "veb") + offHeap(stats, "veq");
        return offHeap(stats, "vex") + (quantized > 0 ? quantized : offHeap(stats, "vec"));
    }

    private static long offHeap(Rest.Answer stats, String file) {
        return stats.number("_all", "primaries", "dense_vector", "off_heap", "total_" + file + "_size_bytes");
    }
}

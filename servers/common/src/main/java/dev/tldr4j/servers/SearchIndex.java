package dev.tldr4j.servers;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** An index of Elasticsearch or OpenSearch, in what they have in common. A document's id is its row. */
public record SearchIndex(Rest rest, String name) {
    private static final int TEN_MB = 10_000_000;

    /** @param settings JSON of settings, and of the mapping's properties */
    public void make(String settings, String properties) throws IOException, InterruptedException {
        rest.ask("PUT", "/" + name, """
                {"settings": {"index": %s}, "mappings": {"properties": %s}}
                """.formatted(settings, properties));
    }

    /** Sends all documents, each field a function of the full vector, and merges all into one segment. */
    public void fill(Judged judged, Map<String, UnaryOperator<float[]>> fields)
            throws IOException, InterruptedException {
        StringBuilder requests = new StringBuilder();
        int rows = judged.docs().rows();
        for (int row = 0; row < rows; row++) {
            float[] full = judged.doc(row);
            StringJoiner document = new StringJoiner(",", "{", "}\n");
            fields.forEach((field, of) -> document.add('"' + field + "\":" + json(of.apply(full))));
            requests.append("{\"index\":{\"_id\":\"")
                    .append(row)
                    .append("\"}}\n")
                    .append(document);
            if (requests.length() > TEN_MB || row == rows - 1) {
                send(requests);
                requests.setLength(0);
            }
        }
        rest.ask("POST", "/" + name + "/_forcemerge?max_num_segments=1", "");
        rest.ask("POST", "/" + name + "/_flush", "");
        rest.ask("POST", "/" + name + "/_refresh", "");
    }

    private void send(CharSequence requests) throws IOException, InterruptedException {
        Rest.Answer answer =
                rest.ask("POST", "/" + name + "/_bulk?filter_path=errors,items.*.error", requests.toString());
        if (!Boolean.FALSE.equals(answer.at("errors"))) {
            throw new IOException("documents are refused: " + answer.body());
        }
    }

    /** The rows found by a query's JSON, best first. */
    public int[] search(String query) throws IOException, InterruptedException {
        Rest.Answer answer = rest.ask("POST", "/" + name + "/_search?filter_path=hits.hits._id", query);
        if (!(Json.parse(answer.body()) instanceof Map<?, ?> found) || found.isEmpty()) {
            return new int[0];
        }
        return ((List<?>) answer.at("hits", "hits"))
                .stream()
                        .mapToInt(hit -> Integer.parseInt((String) ((Map<?, ?>) hit).get("_id")))
                        .toArray();
    }

    public void delete() throws IOException, InterruptedException {
        rest.ask("DELETE", "/" + name, "");
    }

    /** A vector in JSON. */
    public static String json(float[] vector) {
        return Arrays.toString(vector);
    }
}

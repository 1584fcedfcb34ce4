package dev.tldr4j.servers.opensearch;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.SavingsTable;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prints the page's table of what is saved: servers/measure opensearch FOLDER. */
@ExtendWith(OpenSearch.Extension.class)
@EnabledIfSystemProperty(named = "tldr4j.folder", matches = ".+")
class Savings {
    private static final int REDUCED = 128;
    private static final Map<String, String> STORED =
            Map.of("", "float", ", \"compression_level\": \"4x\"", "`4x`", ", \"mode\": \"on_disk\"", "`on_disk`");

    private final SavingsTable table = new SavingsTable("its files' sizes");

    @Test
    void ofReducedVectors(OpenSearch server) throws Exception {
        Judged judged = Judged.read(Path.of(System.getProperty("tldr4j.folder")));
        SearchIndex index = new SearchIndex(server.rest(), "docs");
        int dims = judged.docs().dims();
        Encoder encoder = judged.encoder(REDUCED);
        for (String more : STORED.keySet().stream().sorted().toList()) {
            measure("full, " + dims, judged, dims, vector -> vector, index, more);
        }
        for (String more : STORED.keySet().stream().sorted().toList()) {
            measure("reduced, " + REDUCED, judged, REDUCED, encoder::encode, index, more);
        }
        measureBoth(judged, encoder, index, ", \"compression_level\": \"4x\"");
        System.out.println(judged.name() + ", " + judged.docs().rows() + " documents; exact search, full: "
                + judged.exactNdcg() + ", reduced: " + judged.exactNdcg(encoder) + "\n" + table);
    }

    private void measure(
            String what, Judged judged, int dims, UnaryOperator<float[]> transform, SearchIndex index, String more)
            throws Exception {
        index.make(KnnVector.SETTINGS, "{\"vector\": " + KnnVector.field(dims, more) + "}");
        index.fill(judged, Map.of("vector", transform));
        Answers answers = Answers.timed(
                judged.task(), (query, k) -> index.search(KnnVector.query("vector", transform.apply(query), k)));
        add(what, STORED.get(more), index, KnnVector.bytesInMemory(index), answers);
    }

    private void measureBoth(Judged judged, Encoder encoder, SearchIndex index, String more) throws Exception {
        index.make(
                KnnVector.SETTINGS,
                "{\"vector\": " + KnnVector.field(REDUCED, more) + ", \"full\": "
                        + KnnVector.field(judged.docs().dims(), "") + "}");
        index.fill(judged, Map.of("vector", encoder::encode, "full", vector -> vector));
        Answers answers = Answers.timed(
                judged.task(),
                (query, k) -> index.search(KnnVector.query("vector", encoder.encode(query), "full", query, k)));
        add("reduced, rescored by full", STORED.get(more), index, KnnVector.bytesInMemory(index), answers);
    }

    private void add(String what, String stored, SearchIndex index, long memory, Answers answers)
            throws IOException, InterruptedException {
        table.add(what, stored, KnnVector.bytesOnDisk(index), memory, answers);
        index.delete();
        System.err.println(table);
    }
}

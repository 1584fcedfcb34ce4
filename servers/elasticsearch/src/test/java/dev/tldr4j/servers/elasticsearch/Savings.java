package dev.tldr4j.servers.elasticsearch;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.SavingsTable;
import dev.tldr4j.servers.SearchIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prints the page's table of what is saved: servers/measure elasticsearch FOLDER. */
@ExtendWith(Elasticsearch.Extension.class)
@EnabledIfSystemProperty(named = "tldr4j.folder", matches = ".+")
class Savings {
    private static final int REDUCED = 128;

    private final SavingsTable table = new SavingsTable("`_stats`");

    @Test
    void ofReducedVectors(Elasticsearch server) throws Exception {
        Judged judged = Judged.read(Path.of(System.getProperty("tldr4j.folder")));
        SearchIndex index = new SearchIndex(server.rest(), "docs");
        int dims = judged.docs().dims();
        String full = "full, " + dims;
        measureFull(full + ", nothing said", judged, index, DenseVector.field(dims));
        measureFull(full, judged, index, DenseVector.field(dims, "int8_hnsw"));
        measureFull(full, judged, index, DenseVector.field(dims, "hnsw"));
        Encoder encoder = judged.encoder(REDUCED);
        String reduced = "reduced, " + REDUCED;
        measureReduced(reduced + ", nothing said", judged, encoder, index, DenseVector.field(REDUCED));
        measureReduced(reduced, judged, encoder, index, DenseVector.field(REDUCED, "hnsw"));
        measureReduced(reduced, judged, encoder, index, DenseVector.field(REDUCED, "bbq_hnsw"));
        Encoder turned = judged.encoder(REDUCED, 1);
        measureReduced(reduced + ", `--bits 1`", judged, turned, index, DenseVector.field(REDUCED, "bbq_hnsw"));
        measureBoth(judged, turned, index);
        System.out.println(judged.name() + ", " + judged.docs().rows() + " documents; exact search, full: "
                + judged.exactNdcg() + ", reduced: " + judged.exactNdcg(encoder) + "\n" + table);
    }

    private void measureFull(String what, Judged judged, SearchIndex index, String field) throws Exception {
        index.make("{\"number_of_replicas\": 0}", "{\"vector\": " + field + "}");
        index.fill(judged, Map.of("vector", vector -> vector));
        add(
                what,
                index,
                Answers.timed(judged.task(), (query, k) -> index.search(DenseVector.query("vector", query, k))));
    }

    private void measureReduced(String what, Judged judged, Encoder encoder, SearchIndex index, String field)
            throws Exception {
        index.make("{\"number_of_replicas\": 0}", "{\"vector\": " + field + "}");
        index.fill(judged, Map.of("vector", encoder::encode));
        add(
                what,
                index,
                Answers.timed(
                        judged.task(),
                        (query, k) -> index.search(DenseVector.query("vector", encoder.encode(query), k))));
    }

    private void measureBoth(Judged judged, Encoder encoder, SearchIndex index) throws Exception {
        index.make(
                "{\"number_of_replicas\": 0}",
                "{\"vector\": " + DenseVector.field(REDUCED, "bbq_hnsw") + ", \"full\": "
                        + DenseVector.field(judged.docs().dims(), "flat") + "}");
        index.fill(judged, Map.of("vector", encoder::encode, "full", vector -> vector));
        add(
                "the same, rescored by full",
                index,
                Answers.timed(
                        judged.task(),
                        (query, k) ->
                                index.search(DenseVector.query("vector", encoder.encode(query), "full", query, k))));
    }

    private void add(String what, SearchIndex index, Answers answers) throws IOException, InterruptedException {
        table.add(
                what,
                "`" + DenseVector.typeOf(index, "vector") + "`",
                DenseVector.bytesOnDisk(index),
                DenseVector.bytesInMemory(index),
                answers);
        index.delete();
        System.err.println(table);
    }
}

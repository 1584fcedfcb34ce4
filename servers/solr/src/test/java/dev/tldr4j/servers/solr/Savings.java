package dev.tldr4j.servers.solr;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.SavingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.SolrServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prints the page's table of what is saved: servers/measure solr FOLDER. */
@ExtendWith(Solr.Extension.class)
@EnabledIfSystemProperty(named = "tldr4j.folder", matches = ".+")
class Savings {
    private static final int REDUCED = 128;

    private final SavingsTable table = new SavingsTable("the sizes of its vector files");
    private Judged judged;
    private Solr solr;

    @Test
    void ofReducedVectors(Solr server) throws Exception {
        solr = server;
        judged = Judged.read(Path.of(System.getProperty("tldr4j.folder")));
        int dims = judged.docs().dims();
        Encoder encoder = judged.encoder(REDUCED);
        Encoder turned = judged.encoder(REDUCED, Byte.SIZE);
        String full = "full, " + dims;
        String reduced = "reduced, " + REDUCED;
        IndexFiles fullFiles = measure(full, dims, UnaryOperator.identity());
        measureBytes(full, dims, UnaryOperator.identity());
        measure(reduced, REDUCED, encoder::encode);
        measureBytes(reduced + ", `--bits 8`", REDUCED, turned::encode);
        measureReranked(encoder, dims, fullFiles);
        System.out.println(judged.name() + ", " + judged.docs().rows() + " documents; exact search, full: "
                + judged.exactNdcg() + ", reduced: " + judged.exactNdcg(encoder) + "\n" + table);
    }

    private IndexFiles measure(String what, int dims, UnaryOperator<float[]> of) throws Exception {
        return measure(what, dims, "FLOAT32", of, Documents::numbers);
    }

    /** Solr does not quantize: whoever sends the vectors makes them bytes, with one factor for all. */
    private void measureBytes(String what, int dims, UnaryOperator<float[]> of) throws Exception {
        float largest = 0;
        for (int row = 0; row < judged.docs().rows(); row++) {
            for (float number : of.apply(judged.doc(row))) {
                largest = Math.max(largest, Math.abs(number));
            }
        }
        float factor = Byte.MAX_VALUE / largest;
        measure(what, dims, "BYTE", of, vector -> {
            List<Integer> bytes = new ArrayList<>(vector.length);
            for (float number : vector) {
                bytes.add(Math.max(-Byte.MAX_VALUE, Math.min(Byte.MAX_VALUE, Math.round(number * factor))));
            }
            return bytes;
        });
    }

    private IndexFiles measure(
            String what,
            int dims,
            String encoding,
            UnaryOperator<float[]> of,
            Function<float[], List<? extends Number>> numbers)
            throws Exception {
        String collection = "c" + dims + encoding;
        try (SolrClient client = solr.create(collection)) {
            addField(collection, "vector", dims, encoding);
            new Documents(judged).send(client, null, Map.of("vector", vector -> numbers.apply(of.apply(vector))));
            client.optimize();
            Answers answers =
                    Answers.timed(judged.task(), (query, k) -> search(client, numbers.apply(of.apply(query)), k, null));
            IndexFiles files = IndexFiles.of(new Rest(solr.address(collection)));
            add(what, encoding, files.bytes(), files.vectorBytes(), answers);
            return files;
        }
    }

    /** The full vectors may stay on disk, but for those of a query's candidates. */
    private void measureReranked(Encoder encoder, int dims, IndexFiles full) throws Exception {
        try (SolrClient client = solr.create("reranked")) {
            addField("reranked", "vector", REDUCED, "FLOAT32");
            addField("reranked", "full", dims, "FLOAT32");
            new Documents(judged)
                    .send(
                            client,
                            null,
                            Map.of(
                                    "vector",
                                    vector -> Documents.numbers(encoder.encode(vector)),
                                    "full",
                                    Documents::numbers));
            client.optimize();
            Answers answers = Answers.timed(
                    judged.task(), (query, k) -> search(client, Documents.numbers(encoder.encode(query)), k, query));
            IndexFiles files = IndexFiles.of(new Rest(solr.address("reranked")));
            long inMemory = files.vectorBytes() - full.vectorBytes();
            add("reduced, " + REDUCED + ", re-ranked by full", "FLOAT32", files.bytes(), inMemory, answers);
        }
    }

    private void add(String what, String encoding, long onDisk, long inMemory, Answers answers) {
        table.add(what, "`" + encoding + "`", onDisk, inMemory, answers);
        System.err.println(table);
    }

    /** As the page searches; with the full query, as it re-ranks. */
    private static int[] search(SolrClient client, List<? extends Number> vector, int k, float[] full)
            throws IOException, SolrServerException {
        SolrQuery query = new SolrQuery("{!knn f=vector topK=100}" + vector);
        query.setFields("id").setRows(k);
        if (full != null) {
            query.set("rq", "{!rerank reRankQuery=$byFull reRankDocs=100 reRankOperator=replace}");
            query.set("byFull", "{!func}vectorSimilarity(full," + Arrays.toString(full) + ")");
        }
        return client.query(query, METHOD.POST).getResults().stream()
                .mapToInt(document -> Integer.parseInt((String) document.getFieldValue("id")))
                .toArray();
    }

    private void addField(String collection, String field, int dims, String encoding) throws Exception {
        new Rest(solr.address(collection)).ask("POST", "/schema", """
                {"add-field-type": {"name": "%1$s", "class": "solr.DenseVectorField", "vectorDimension": %2$d,
                                    "vectorEncoding": "%3$s", "similarityFunction": "cosine"},
                 "add-field": {"name": "%1$s", "type": "%1$s", "stored": false}}
                """.formatted(field, dims, encoding));
    }
}

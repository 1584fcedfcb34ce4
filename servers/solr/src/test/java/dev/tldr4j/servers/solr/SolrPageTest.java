package dev.tldr4j.servers.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.examples.Page;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.Shell;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.VectorWriter;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrClient;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page's commands and code, run as they stand there. */
@ExtendWith(Solr.Extension.class)
class SolrPageTest {
    private static final Page PAGE = new Page("docs/how-to/use-with-solr.md");
    private static final int DIMS = 64;

    private static Judged judged;
    private static Encoder encoder;

    @TempDir
    Path folder;

    /** Rows by their numbers, as texts. */
    private enum RowNumbers implements RowIds {
        IDS;

        @Override
        public String column() {
            return "id";
        }

        @Override
        public boolean areNumbers() {
            return false;
        }

        @Override
        public String get(int row) {
            return Integer.toString(row);
        }
    }

    @BeforeAll
    static void fit() throws Exception {
        judged = Judged.forTests();
        encoder = judged.quickEncoder(DIMS);
    }

    @BeforeEach
    void requireCurl() throws Exception {
        assumeTrue(new Shell(folder).hasTools(), "curl or GNU split is not installed");
    }

    private void run(Solr solr, String collection, String with) throws Exception {
        run(PAGE.block("bash", with), solr, collection);
    }

    private void run(String command, Solr solr, String collection) throws Exception {
        Shell.Result result =
                new Shell(folder).run(command, Map.of("SOLR", solr.address(collection), "ENCODER_ID", encoder.id()));
        assertThat(result.code()).as(result.output()).isZero();
    }

    @Test
    void aFileOfShortVectorsIsSearchedAsWellAsTheEvaluationSays(Solr solr) throws Exception {
        try (SolrClient client = solr.create("docs")) {
            run(solr, "docs", "vector_64");
            try (VectorWriter file = VectorWriter.create(
                    folder.resolve("docs.jsonl"), ElementType.F4, DIMS, Optional.of(RowNumbers.IDS))) {
                for (int row = 0; row < judged.docs().rows(); row++) {
                    file.write(FloatBuffer.wrap(encoder.encode(judged.doc(row))));
                }
                file.finish();
            }
            run(solr, "docs", "docs.jsonl");

            SolrExample.requireEncoderOf(client, encoder);
            Answers answers = Answers.of(
                    judged.task(), (query, k) -> Documents.rows(SolrExample.search(client, encoder, query, k)));
            assertThat(answers.ndcg()).isCloseTo(judged.exactNdcg(encoder), within(0.01));
        }
    }

    @Test
    void aDocumentSentBySolrJIsFound(Solr solr) throws Exception {
        try (SolrClient client = solr.create("one")) {
            run(solr, "one", "vector_64");
            SolrExample.add(client, encoder, "a", judged.doc(0));
            SolrExample.add(client, encoder, "b", judged.doc(1));
            client.commit();

            assertThat(SolrExample.search(client, encoder, judged.doc(1), 1)).containsExactly("b");
        }
    }

    @Test
    void fullVectorsNeedNotBeKept(Solr solr) throws Exception {
        try (SolrClient client = solr.create("reduced")) {
            run(solr, "reduced", "vector_64");
            encoder.save(solr.folder("reduced").resolve("encoder.safetensors"));
            String command = PAGE.block("bash", "add-updateprocessor");
            String without = command.replace("\"stored\": false", "\"stored\": false, \"indexed\": false");
            assertThat(without).isNotEqualTo(command);
            run(without, solr, "reduced");
            new Documents(judged.first(100)).send(client, "reduce", Map.of("full", Documents::numbers));

            assertThat(SolrExample.search(client, encoder, judged.doc(7), 1)).containsExactly("7");
            assertThat(IndexFiles.of(new Rest(solr.address("reduced"))).bytes()).isLessThan(100 * 384 * Float.BYTES);
        }
    }

    @Test
    void solrReducesDocumentsAndReranksThemByTheirFullVectors(Solr solr) throws Exception {
        try (SolrClient client = solr.create("full")) {
            run(solr, "full", "vector_64");
            encoder.save(solr.folder("full").resolve("encoder.safetensors"));
            run(solr, "full", "add-updateprocessor");
            new Documents(judged).send(client, "reduce", Map.of("full", Documents::numbers));

            Answers reranked = Answers.of(
                    judged.task(),
                    (query, k) -> Documents.rows(SolrExample.searchAndRerank(client, encoder, query, k)));
            assertThat(reranked.ndcg()).isCloseTo(judged.exactNdcg(), within(0.01));
        }
    }
}

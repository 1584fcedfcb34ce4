package dev.tldr4j.servers.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.cli.Main;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.examples.Page;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page's statements and code, run as they stand there, on vectors that the index refuses in full. */
@ExtendWith(Postgres.Extension.class)
class PgvectorPageTest {
    private static final Page PAGE = new Page("docs/how-to/use-with-pgvector.md");
    private static final double TOLERANCE = 0.01;
    /** 100 candidates by one bit a number miss some. */
    private static final double TOLERANCE_OF_BITS = 0.03;

    private static Judged judged;
    private static WideModel model;
    private static Encoder narrow;
    private static Encoder encoder;

    @TempDir
    Path folder;

    private Connection connection;

    @BeforeAll
    static void fit() throws Exception {
        judged = Judged.forTests();
        model = WideModel.of(judged);
        narrow = judged.quickEncoder(256, 1);
        encoder = model.encoder(narrow);
    }

    @BeforeEach
    void connect(Postgres postgres) throws SQLException {
        connection = postgres.connect();
        execute("SET enable_seqscan = off"); // so few rows it would rather look through one by one
    }

    @AfterEach
    void dropTable() throws SQLException {
        execute("DROP TABLE IF EXISTS docs; RESET ALL");
        connection.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void run(String with) throws Exception {
        execute(PAGE.block("sql", with).replace("29809a50ca2f4fce", encoder.id()));
    }

    /** What the page's {@code encode} does, with the full vectors in a file. */
    private Path encoded() throws Exception {
        Path encoderFile = folder.resolve("encoder.safetensors");
        Path input = folder.resolve("docs.npy");
        Path output = folder.resolve("docs.copy");
        encoder.save(encoderFile);
        try (VectorWriter writer = VectorWriter.create(input, ElementType.F4, WideModel.DIMS)) {
            for (int row = 0; row < judged.docs().rows(); row++) {
                writer.write(FloatBuffer.wrap(model.vector(judged.doc(row))));
            }
            writer.finish();
        }
        var said = new ByteArrayOutputStream();
        int code = Main.run(
                new String[] {
                    "encode",
                    "--model",
                    encoderFile.toString(),
                    "--input",
                    input.toString(),
                    "--normalize",
                    "--output",
                    output.toString()
                },
                new PrintStream(said),
                new PrintStream(said));
        assertThat(code).as(said.toString()).isZero();
        return output;
    }

    /** What the page's {@code \copy} does, with the file where this server can read it. */
    private void copy(Postgres postgres, Path file) throws Exception {
        Path seen = postgres.folder().resolve("docs.copy");
        Files.copy(file, seen);
        String[] lines = PAGE.block("sql", "\\copy").split("\n", 2);
        try (Statement statement = connection.createStatement();
                ResultSet directory = statement.executeQuery("SHOW data_directory")) {
            directory.next();
            execute(lines[0].replace("\\copy", "COPY").replace("docs.copy", directory.getString(1) + "/docs.copy"));
        }
        Files.delete(seen);
        execute(lines[1]);
    }

    private double ndcg(Answers.Search search) throws Exception {
        return Answers.of(judged.task(), search).ndcg();
    }

    /** How the server goes about a statement: by which index. */
    private String plan(String sql) throws SQLException {
        String vector = "'" + Arrays.toString(encoder.encode(model.vector(judged.doc(0)))) + "'";
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet lines = statement.executeQuery("EXPLAIN (COSTS OFF) " + sql.replace("$1", vector))) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private Answers.Search byStatement(String with) throws Exception {
        String sql = PAGE.block("sql", with);
        return (query, k) -> {
            String vector = "'" + Arrays.toString(encoder.encode(model.vector(query))) + "'";
            try (Statement statement = connection.createStatement();
                    ResultSet found =
                            statement.executeQuery(sql.replace("$1", vector).replace("LIMIT 10;", "LIMIT " + k))) {
                return Rows.of(found);
            }
        };
    }

    @Test
    void anIndexOfFullVectorsIsRefusedAsThePageSays() throws Exception {
        execute("CREATE EXTENSION IF NOT EXISTS vector; CREATE TABLE docs (embedding vector(3072))");
        assertThatThrownBy(() -> execute("CREATE INDEX ON docs USING hnsw (embedding vector_ip_ops)"))
                .isInstanceOf(SQLException.class)
                .hasMessage(PAGE.block("", "ERROR").strip());
    }

    @Test
    void reducedVectorsAreCopiedAndSearchedInEveryForm(Postgres postgres) throws Exception {
        double exact = judged.exactNdcg(narrow);
        run("CREATE TABLE");
        copy(postgres, encoded());
        run("ef_search");

        PgvectorExample.requireEncoderOf(connection, encoder);
        assertThat(plan("SELECT id FROM docs ORDER BY embedding <#> (SELECT $1::vector) LIMIT 10"))
                .contains("docs_embedding");
        assertThat(ndcg((query, k) -> Rows.of(PgvectorExample.search(connection, encoder, model.vector(query), k))))
                .isCloseTo(exact, within(TOLERANCE));

        execute("DROP INDEX docs_embedding");
        run("docs_half");
        assertThat(plan(PAGE.block("sql", "$1::halfvec"))).contains("docs_half");
        assertThat(ndcg(byStatement("$1::halfvec"))).isCloseTo(exact, within(TOLERANCE));

        execute("DROP INDEX docs_half");
        run("docs_bits");
        assertThat(plan(PAGE.block("sql", "AS candidates"))).contains("docs_bits");
        assertThat(ndcg(byStatement("AS candidates"))).isCloseTo(exact, within(TOLERANCE_OF_BITS));
    }

    @Test
    void aDocumentInsertedFromJavaIsFound() throws Exception {
        run("CREATE TABLE");
        PgvectorExample.add(connection, encoder, "a", model.vector(judged.doc(0)));
        PgvectorExample.add(connection, encoder, "b", model.vector(judged.doc(1)));

        assertThat(PgvectorExample.search(connection, encoder, model.vector(judged.doc(1)), 1))
                .containsExactly("b");
    }
}

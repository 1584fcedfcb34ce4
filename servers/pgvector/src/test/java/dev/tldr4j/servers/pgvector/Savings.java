package dev.tldr4j.servers.pgvector;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Answers;
import dev.tldr4j.servers.Judged;
import dev.tldr4j.servers.SavingsTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Prints the page's table of what is saved: servers/measure pgvector FOLDER. The environment's TLDR4J_POSTGRES names another
 * server with pgvector, as JDBC has it, whose table {@code docs} is then overwritten; it needs shared_buffers for all indexes.
 */
@ExtendWith(Postgres.Extension.class)
@EnabledIfSystemProperty(named = "tldr4j.folder", matches = ".+")
class Savings {
    private static final int REDUCED = 128;
    private static final int BATCH = 500;
    private static final String BY_VECTOR = "SELECT id FROM docs ORDER BY embedding <#> (SELECT ?::vector) LIMIT ?";
    private static final String BY_HALVES =
            "SELECT id FROM docs ORDER BY embedding::halfvec(%1$d) <#> (SELECT ?::halfvec(%1$d)) LIMIT ?";
    private static final String BY_BITS = "SELECT id FROM (SELECT id, embedding FROM docs"
            + " ORDER BY binary_quantize(embedding)::bit(%1$d) <~> (SELECT binary_quantize(?::vector)::bit(%1$d)) LIMIT 100)"
            + " AS candidates ORDER BY embedding <#> (SELECT ?::vector) LIMIT ?";

    private final SavingsTable table = new SavingsTable("`pg_buffercache`, of the index");
    private Connection connection;
    private Judged judged;

    @Test
    void ofReducedVectors(Postgres server) throws Exception {
        String other = System.getenv("TLDR4J_POSTGRES");
        judged = Judged.read(Path.of(System.getProperty("tldr4j.folder")));
        try (Connection opened = other == null ? server.connect() : DriverManager.getConnection(other)) {
            connection = opened;
            execute("CREATE EXTENSION IF NOT EXISTS vector");
            execute("CREATE EXTENSION IF NOT EXISTS pg_buffercache");
            execute("SET hnsw.ef_search = 100");
            measure("full", judged.docs().dims(), UnaryOperator.identity());
            Encoder encoder = judged.encoder(REDUCED, 1);
            measure("reduced", REDUCED, encoder::encode);
            System.out.println(judged.name() + ", " + judged.docs().rows() + " documents; exact search, full: "
                    + judged.exactNdcg() + ", reduced: " + judged.exactNdcg(encoder) + "\n" + table);
        }
    }

    private void measure(String name, int dims, UnaryOperator<float[]> of) throws Exception {
        String what = name + ", " + dims;
        fill(dims, of);
        measure(what, "vector", "embedding vector_ip_ops", BY_VECTOR, of);
        measure(
                what,
                "halfvec",
                "(embedding::halfvec(%d)) halfvec_ip_ops".formatted(dims),
                BY_HALVES.formatted(dims),
                of);
        measure(
                what,
                "bit",
                "(binary_quantize(embedding)::bit(%d)) bit_hamming_ops".formatted(dims),
                BY_BITS.formatted(dims),
                of);
    }

    private void measure(String what, String storedAs, String indexed, String sql, UnaryOperator<float[]> of)
            throws Exception {
        execute("CREATE INDEX docs_index ON docs USING hnsw (" + indexed + ")");
        long onDisk = number("SELECT pg_table_size('docs') + pg_relation_size('docs_index')");
        try (PreparedStatement search = connection.prepareStatement(sql)) {
            int parameters = search.getParameterMetaData().getParameterCount();
            Answers answers = Answers.timed(judged.task(), (query, k) -> {
                String vector = Arrays.toString(of.apply(query));
                for (int i = 1; i < parameters; i++) {
                    search.setString(i, vector);
                }
                search.setInt(parameters, k);
                try (ResultSet found = search.executeQuery()) {
                    return Rows.of(found);
                }
            });
            long inMemory = number("SELECT count(*) * current_setting('block_size')::bigint FROM pg_buffercache"
                    + " WHERE relfilenode = pg_relation_filenode('docs_index')");
            table.add(what, "`" + storedAs + "`", onDisk, inMemory, answers);
        }
        execute("DROP INDEX docs_index");
        System.err.println(table);
    }

    private void fill(int dims, UnaryOperator<float[]> of) throws SQLException {
        execute("DROP TABLE IF EXISTS docs");
        execute("CREATE TABLE docs (id text PRIMARY KEY, embedding vector(" + dims + "))");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO docs VALUES (?, ?::vector)")) {
            int rows = judged.docs().rows();
            for (int row = 0; row < rows; row++) {
                insert.setString(1, Integer.toString(row));
                insert.setString(2, Arrays.toString(of.apply(judged.doc(row))));
                insert.addBatch();
                if ((row + 1) % BATCH == 0 || row == rows - 1) {
                    insert.executeBatch();
                }
            }
        }
        execute("VACUUM ANALYZE docs");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet number = statement.executeQuery(sql)) {
            number.next();
            return number.getLong(1);
        }
    }
}

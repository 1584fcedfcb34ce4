package dev.tldr4j.servers.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What PostgreSQL makes of vectors that do not belong into a column, and what the page's code says before it comes to that. */
@ExtendWith(Postgres.Extension.class)
class PgvectorBadInputTest {
    /** Takes the first two numbers of three. */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of())
            .normalized();
    /** Takes the last two. */
    private static final Encoder OTHER = Encoder.affine(new float[] {0, 1, 0, 0, 0, 1}, new float[2], Map.of())
            .normalized();

    private static final float[] EMBEDDING = {3, 4, 9};
    private static final float[] TOO_LONG = {3, 4, 9, 1};

    private Connection connection;

    @BeforeEach
    void makeTable(Postgres postgres) throws SQLException {
        connection = postgres.connect();
        execute("CREATE EXTENSION IF NOT EXISTS vector");
        execute("CREATE TABLE docs (id text PRIMARY KEY, embedding vector(2))");
        execute("COMMENT ON COLUMN docs.embedding IS 'tldr4j encoder " + ENCODER.id() + "'");
    }

    @AfterEach
    void dropTable() throws SQLException {
        execute("DROP TABLE docs");
        connection.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aRowOfTheFullWidthIsRefused() {
        assertThatThrownBy(() -> execute("INSERT INTO docs VALUES ('a', '[3,4,9]')"))
                .hasMessage("ERROR: expected 2 dimensions, not 3");
        assertThatThrownBy(() -> PgvectorExample.add(connection, ENCODER, "a", TOO_LONG))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(ENCODER.id());
    }

    @Test
    void aQueryOfTheFullWidthIsRefused() throws SQLException {
        PgvectorExample.add(connection, ENCODER, "a", EMBEDDING);

        assertThatThrownBy(() -> execute("SELECT id FROM docs ORDER BY embedding <#> '[3,4,9]'"))
                .hasMessage("ERROR: different vector dimensions 2 and 3");
        assertThatThrownBy(() -> PgvectorExample.search(connection, ENCODER, TOO_LONG, 10))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aQueryByAnotherEncoderIsAnsweredUnlessTheIdIsCompared() throws SQLException {
        PgvectorExample.add(connection, ENCODER, "a", EMBEDDING);

        assertThat(PgvectorExample.search(connection, OTHER, EMBEDDING, 10)).containsExactly("a");
        assertThatCode(() -> PgvectorExample.requireEncoderOf(connection, ENCODER))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> PgvectorExample.requireEncoderOf(connection, OTHER))
                .hasMessage(
                        "docs.embedding was written by " + ENCODER.id() + ", but queries are encoded by " + OTHER.id());
    }

    @Test
    void aColumnWithoutAnIdIsRefused() throws SQLException {
        execute("COMMENT ON COLUMN docs.embedding IS NULL");
        assertThatThrownBy(() -> PgvectorExample.requireEncoderOf(connection, ENCODER))
                .hasMessageStartingWith("docs.embedding was written by no encoder that is known");
    }
}

package dev.tldr4j.servers.pgvector;

import dev.tldr4j.encoder.Encoder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The code for pgvector in docs/how-to, as it stands there. */
final class PgvectorExample {
    private PgvectorExample() {}

    static void add(Connection connection, Encoder encoder, String id, float[] embedding) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO docs (id, embedding) VALUES (?, ?::vector)")) {
            insert.setString(1, id);
            insert.setString(2, Arrays.toString(encoder.encode(embedding)));
            insert.executeUpdate();
        }
    }

    static List<String> search(Connection connection, Encoder encoder, float[] embedding, int k) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement search =
                connection.prepareStatement("SELECT id FROM docs ORDER BY embedding <#> (SELECT ?::vector) LIMIT ?")) {
            search.setString(1, Arrays.toString(encoder.encode(embedding)));
            search.setInt(2, k);
            ResultSet found = search.executeQuery();
            while (found.next()) {
                ids.add(found.getString("id"));
            }
        }
        return ids;
    }

    static void requireEncoderOf(Connection connection, Encoder encoder) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet comment = statement.executeQuery("SELECT col_description(attrelid, attnum) FROM pg_attribute"
                    + " WHERE attrelid = 'docs'::regclass AND attname = 'embedding'");
            comment.next();
            String written = Objects.requireNonNullElse(comment.getString(1), "no encoder that is known")
                    .replace("tldr4j encoder ", "");
            if (!written.equals(encoder.id())) {
                throw new IllegalStateException(
                        "docs.embedding was written by " + written + ", but queries are encoded by " + encoder.id());
            }
        }
    }
}

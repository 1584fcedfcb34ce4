package dev.tldr4j.servers.pgvector;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of documents, by their ids. */
final class Rows {
    private Rows() {}

    static int[] of(List<String> ids) {
        return ids.stream().mapToInt(Integer::parseInt).toArray();
    }

    static int[] of(ResultSet found) throws SQLException {
        List<String> ids = new ArrayList<>();
        while (found.next()) {
            ids.add(found.getString("id"));
        }
        return of(ids);
    }
}

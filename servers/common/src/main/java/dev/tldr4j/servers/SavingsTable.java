package dev.tldr4j.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a server needs for vectors and how well it finds them: a table in Markdown, a row for each way to store them. */
public final class SavingsTable {
    private final List<String> lines = new ArrayList<>();

    /** @param memory whose figure the server reports, and what for */
    public SavingsTable(String memory) {
        lines.add("| vectors | stored as | MB on disk | MB in memory, by " + memory + " | ms a query, p50 | nDCG@10 |");
        lines.add("|---|---|---|---|---|---|");
    }

    /**
     * @param what such as {@code full, 384}
     * @param storedAs such as {@code int8_hnsw}
     */
    public void add(String what, String storedAs, long bytesOnDisk, long bytesInMemory, Answers answers) {
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f | %.2f | %.4f |",
                what,
                storedAs,
                bytesOnDisk / 1e6,
                bytesInMemory / 1e6,
                answers.median(),
                answers.ndcg()));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}

package dev.tldr4j.benchmarks.collections;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;

/** Lines about a query and a document, both by their rows: judgments, or exclusions. */
final class Pairs {
    private final StringBuilder text = new StringBuilder();
    private final String end;

    private Pairs(String header, String end) {
        this.end = end;
        text.append(header).append('\n');
    }

    /** What answers a query. */
    static Pairs relevant() {
        return new Pairs("query\tdocument\tscore", "\t1\n");
    }

    /** What must not count as an answer. */
    static Pairs excluded() {
        return new Pairs("query\tdocument", "\n");
    }

    void add(int query, int document) {
        text.append(query).append('\t').append(document).append(end);
    }

    void write(Path file) throws IOException {
        AtomicFile.writeText(file, text.toString());
    }
}

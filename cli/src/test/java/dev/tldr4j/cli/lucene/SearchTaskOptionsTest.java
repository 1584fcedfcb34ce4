package dev.tldr4j.cli.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.cli.Samples;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SearchTaskOptionsTest {
    @TempDir
    private Path folder;

    @Test
    void rowsDrawnAsQueriesAreNotIndexed() throws IOException {
        Path x = Samples.vectors(folder.resolve("x.npy"), 100, 4, 1);

        try (var open = open("--input", x, "--hold-out", 30)) {
            assertThat(open.docs().rows()).isEqualTo(70);
            assertThat(open.task().queries()).isEqualTo(30);
            assertThat(open.task().metric()).isEqualTo("recall@10");
        }
        try (var open = open("--input", x)) {
            assertThat(open.task().queries()).isEqualTo(50); // at most half
        }
    }

    @Test
    void judgmentsDecideTheScore() throws IOException {
        Path docs = Samples.vectors(folder.resolve("docs.npy"), 20, 4, 1);
        Path queries = Samples.vectors(folder.resolve("queries.npy"), 3, 4, 2);
        Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "0\t1\t1\n2\t1\t1\n");

        try (var open = open("--docs", docs, "--queries", queries)) {
            assertThat(open.task().metric()).isEqualTo("recall@10");
            assertThat(open.task().queries()).isEqualTo(3);
        }
        try (var open = open("--docs", docs, "--queries", queries, "--qrels", qrels)) {
            assertThat(open.task().metric()).isEqualTo("ndcg@10");
            assertThat(open.task().queries()).isEqualTo(2);
        }
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() throws IOException {
        Path docs = Samples.vectors(folder.resolve("docs.npy"), 20, 4, 1);
        Path wide = Samples.vectors(folder.resolve("wide.npy"), 3, 5, 2);

        assertRefused("say what to index");
        assertRefused("say what to index", "--input", docs, "--docs", docs);
        assertRefused("give --queries too", "--docs", docs);
        assertRefused("--exclude goes with --qrels", "--docs", docs, "--queries", docs, "--exclude", docs);
        assertRefused("go with --docs, not with --input", "--input", docs, "--qrels", docs);
        assertRefused("--hold-out 0: at least 1 is needed", "--input", docs, "--hold-out", 0);
        assertRefused("wide.npy has 5 dimensions, but ", "--docs", docs, "--queries", wide);
    }

    private static void assertRefused(String message, Object... args) {
        assertThatThrownBy(() -> open(args).close())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private static SearchTaskOptions.Open open(Object... args) throws IOException {
        var options = new SearchTaskOptions();
        new CommandLine(options)
                .parseArgs(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
        return options.open(1, ProgressListener.SILENT);
    }
}

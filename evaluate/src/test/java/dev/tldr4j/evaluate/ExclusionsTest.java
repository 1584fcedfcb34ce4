package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExclusionsTest {
    @TempDir
    Path folder;

    @Test
    void aLineNamesTheDocumentToLeaveOutOfAQuerysRanking() throws IOException {
        Exclusions exclusions = read("0\t5\n0 3\n\n2\t5\n");
        assertThat(exclusions.documents(0)).containsExactly(3, 5);
        assertThat(exclusions.documents(1)).isEmpty();
        assertThat(exclusions.documents(2)).containsExactly(5);
        assertThat(Exclusions.none().documents(0)).isEmpty();
    }

    @Test
    void aHeaderIsSkipped() throws IOException {
        assertThat(read("query-id\tcorpus-id\n1\t1\n").documents(1)).containsExactly(1);
    }

    @Test
    void aHeaderIsSkippedAboveIdsToo() throws IOException {
        Path idFile = Files.writeString(folder.resolve("ids.txt"), "a\nb\n");
        Ids ids = Ids.read(idFile, 2);
        Path file = Files.writeString(folder.resolve("exclude.tsv"), "query-id\tcorpus-id\na\tb\n");
        assertThat(Exclusions.read(file, ids, ids).documents(0)).containsExactly(1);
    }

    @Test
    void aWrongFirstLineIsNotMistakenForAHeader() {
        assertWrong("0\t99\n", 1, "document row 99 does not exist: there are 10 rows");
        assertWrong("7\tdoc\n", 1, "query row 7 does not exist: there are 3 rows");
    }

    @Test
    void onlyTheFirstLineMayBeAHeader() {
        assertWrong("query\tdocument\nquery\tdocument\n", 2, "query \"query\" is not a row number");
    }

    @Test
    void threeColumnsAreNoExclusion() {
        assertWrong("0\t5\n0\t5\t1\n", 2, "has 3 columns; an exclusion has two");
    }

    private void assertWrong(String text, int line, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("exclude.tsv line " + line + ": ")
                .hasMessageContaining(message);
    }

    private Exclusions read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("exclude.tsv"), text);
        return Exclusions.read(file, Ids.rowNumbers(3), Ids.rowNumbers(10));
    }
}

package dev.tldr4j.evaluate;

import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.EASY;
import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.HARD;
import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.JUNK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevisitedJudgmentsTest {
    @TempDir
    Path folder;

    @Test
    void aLineSaysWhatADocumentIsToAQuery() throws IOException {
        RevisitedJudgments judgments =
                read("query\tdocument\tkind\n0\t5\teasy\n0 4 HARD\r\n\n2\t9\tjunk\n0\t5\teasy\n");
        assertThat(judgments.queries()).containsExactly(0, 2);
        assertThat(judgments.documents(0)).containsExactly(Map.entry(4, HARD), Map.entry(5, EASY));
        assertThat(judgments.documents(1)).isEmpty();
        assertThat(judgments.documents(2)).containsExactly(Map.entry(9, JUNK));
    }

    @Test
    void idsAreUnderstoodAndAHeaderAboveThemToo() throws IOException {
        Ids ids = Ids.read(Files.writeString(folder.resolve("ids.txt"), "all souls 1\nall souls 2\n"), 2);
        Path file = Files.writeString(folder.resolve("p.tsv"), "query\tdoc\tkind\nall souls 2\tall souls 1\thard\n");
        assertThat(RevisitedJudgments.read(file, ids, ids).documents(1)).containsExactly(Map.entry(0, HARD));
    }

    @Test
    void brokenLinesAreNamed() {
        assertWrong("0\t5\teasy\n0\t6\tmedium\n", 2, "\"medium\" is not one of easy, hard and junk");
        assertWrong("0\t5\t1\n", 1, "\"1\" is not one of easy, hard and junk");
        assertWrong("0\t5\n", 1, "has 2 columns");
        assertWrong("0 0 5 easy\n", 1, "has 4 columns");
        assertWrong("0\t10\teasy\n", 1, "document row 10 does not exist");
        assertWrong("3\t1\teasy\n", 1, "query row 3 does not exist");
        assertWrong(
                "0\t5\teasy\n0\t5\tjunk\n", 2, "junk contradicts an earlier line, which calls the same document easy");
        assertWrong("a\tb\teasy\na\tb\teasy\n", 2, "query \"a\" is not a row number");
    }

    private void assertWrong(String text, int line, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("protocol.tsv line " + line + ": ")
                .hasMessageContaining(message);
    }

    private RevisitedJudgments read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("protocol.tsv"), text);
        return RevisitedJudgments.read(file, Ids.rowNumbers(3), Ids.rowNumbers(10));
    }
}

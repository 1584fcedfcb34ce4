package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdsTest {
    @TempDir
    Path folder;

    @Test
    void rowNumbersCountFromZero() {
        Ids ids = Ids.rowNumbers(10);
        assertThat(ids.row("0")).isZero();
        assertThat(ids.row("9")).isEqualTo(9);
        assertThat(ids.row("10")).isEqualTo(-1);
        assertThat(ids.row("-1")).isEqualTo(-1);
        assertThat(ids.row("nine")).isEqualTo(-1);
    }

    @Test
    void theFirstLineIsTheIdOfRowZero() throws IOException {
        Ids ids = read("PLAIN-1\nMED 7\r\n12\n", 3);
        assertThat(ids.row("PLAIN-1")).isZero();
        assertThat(ids.row("MED 7")).isEqualTo(1);
        assertThat(ids.row("12")).as("an id, not a row number").isEqualTo(2);
        assertThat(ids.row("0")).isEqualTo(-1);
        assertThat(ids.rows()).isEqualTo(3);
    }

    @Test
    void theLastLineNeedsNoLineEnd() throws IOException {
        assertThat(read("a\nb", 2).row("b")).isEqualTo(1);
    }

    @Test
    void fewerIdsThanRowsAreRefused() {
        assertWrong("a\nb\n", 3, "ids.txt: has 2 lines but there are 3 rows");
    }

    @Test
    void moreIdsThanRowsAreRefused() {
        assertWrong("a\nb\nc\n", 2, "ids.txt line 3: is one line too many: there are 2 rows");
    }

    @Test
    void twoRowsOfOneIdAreRefused() {
        assertWrong("a\nb\na\n", 3, "ids.txt line 3: the id \"a\" is also on line 1");
    }

    @Test
    void aRowWithoutAnIdIsRefused() {
        assertWrong("a\n\nc\n", 3, "ids.txt line 2: is blank; row 1 needs an id");
    }

    private void assertWrong(String text, int rows, String message) {
        assertThatThrownBy(() -> read(text, rows))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private Ids read(String text, int rows) throws IOException {
        return Ids.read(Files.writeString(folder.resolve("ids.txt"), text), rows);
    }
}

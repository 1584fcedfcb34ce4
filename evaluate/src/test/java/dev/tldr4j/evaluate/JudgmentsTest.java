package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JudgmentsTest {
    private static final Ids QUERIES = Ids.rowNumbers(3);
    private static final Ids DOCUMENTS = Ids.rowNumbers(10);

    @TempDir
    Path folder;

    @Test
    void aLineHoldsQueryDocumentAndGrade() throws IOException {
        Judgments judgments = read("0\t5\t1\n0\t4\t2\n2\t9\t0\n");
        assertThat(judgments.queries()).containsExactly(0, 2);
        assertThat(judgments.grades(0)).containsExactly(Map.entry(4, 2), Map.entry(5, 1));
        assertThat(judgments.grades(1)).isEmpty();
        assertThat(judgments.grades(2)).containsExactly(Map.entry(9, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 5 1\n2 0 9 -1", "0\t0\t5\t1\n2\tQ0\t9\t-1", "0   0  5 1 \r\n  2 0 9 -1\r\n"})
    void trecsFourColumnsAreUnderstood(String text) throws IOException {
        Judgments judgments = read(text);
        assertThat(judgments.grades(0)).containsExactly(Map.entry(5, 1));
        assertThat(judgments.grades(2)).containsExactly(Map.entry(9, -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query-id\tcorpus-id\tscore\n1\t2\t3\n",
                "\uFEFFquery-id\tcorpus-id\tscore\r\n1\t2\t3\r\n",
                "\n\nquery-id\tcorpus-id\tscore\n\n1\t2\t3\n\n",
                "1\t2\t3"
            })
    void aHeaderABlankLineAndAByteOrderMarkDoNotMatter(String text) throws IOException {
        Judgments judgments = read(text);
        assertThat(judgments.queries()).containsExactly(1);
        assertThat(judgments.grades(1)).containsExactly(Map.entry(2, 3));
    }

    @Test
    void idsMayHoldSpacesBetweenTabs() throws IOException {
        Ids queries = Ids.read(write("queries.txt", "first query\nsecond query\n"), 2);
        Ids documents = Ids.read(write("docs.txt", "doc a\ndoc b\n"), 2);
        Judgments judgments = Judgments.read(write("qrels.tsv", "second query\tdoc a\t1\n"), queries, documents);
        assertThat(judgments.grades(1)).containsExactly(Map.entry(0, 1));
    }

    @Test
    void theSameJudgmentTwiceIsOneJudgment() throws IOException {
        assertThat(read("0\t5\t1\n0\t5\t1\n").grades(0)).containsExactly(Map.entry(5, 1));
    }

    @Test
    void twoGradesForOneDocumentContradictEachOther() {
        assertWrong("0\t5\t1\n0\t6\t1\n0\t5\t2\n", 3, "grade 2 contradicts the grade 1");
    }

    @Test
    void aDocumentRowThatDoesNotExistIsNamed() {
        assertWrong("0\t5\t1\n1\t10\t1\n", 2, "document row 10 does not exist: there are 10 rows");
        assertWrong("0\t-1\t1\n", 1, "document row -1 does not exist");
        assertWrong("0\t99999999999\t1\n", 1, "document row 99999999999 does not exist");
    }

    @Test
    void aQueryRowThatDoesNotExistIsNamed() {
        assertWrong("q\td\tg\n3\t5\t1\n", 2, "query row 3 does not exist: there are 3 rows");
    }

    @Test
    void anIdWithoutAnIdFileIsNoRowNumber() {
        assertWrong("0\tdoc7\t1\n", 1, "document \"doc7\" is not a row number; give an id file");
    }

    @Test
    void anUnknownIdIsNamedWithTheFileItIsMissingFrom() throws IOException {
        Ids ids = Ids.read(write("docs.txt", "a\nb\n"), 2);
        Path file = write("qrels.tsv", "0\ta\t1\n0\tc\t1\n");
        assertThatThrownBy(() -> Judgments.read(file, QUERIES, ids))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("qrels.tsv line 2: document \"c\" is not one of the ids in")
                .hasMessageContaining("docs.txt");
    }

    @Test
    void aLineWithAnotherNumberOfColumnsIsWrong() {
        assertWrong("0\t5\t1\n\n0\t5\n", 3, "has 2 columns");
        assertWrong("0 1 2 3 4\n", 1, "has 5 columns");
    }

    @Test
    void aGradeMustBeAWholeNumber() {
        assertWrong("0\t5\t1\n0\t6\thigh\n", 2, "the grade \"high\" is not a whole number");
        // a number on the first line makes it a judgment, not a header, and so a wrong one
        assertWrong("0\t5\t0.5\n", 1, "the grade \"0.5\" is not a whole number");
        assertWrong("0\t5\t99999999999\n", 1, "is not a whole number");
    }

    @Test
    void aBinaryFileIsRefusedInOneLine() throws IOException {
        Path file = folder.resolve("qrels.tsv");
        Files.write(file, new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) 0xff});
        assertThatThrownBy(() -> Judgments.read(file, QUERIES, DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("qrels.tsv: is not text in UTF-8");
    }

    @Test
    void anEndlessLineIsRefusedBeforeItFillsTheMemory() {
        assertWrong("0\t5\t1\n" + "x".repeat(TextLines.LONGEST_LINE + 1), 2, "is longer than");
    }

    @Test
    void aLineOfTheGreatestLengthIsStillRead() {
        assertWrong("x".repeat(TextLines.LONGEST_LINE), 1, "has 1 columns");
    }

    @Test
    void aMessageStaysOneShortLineWhateverTheFileHolds() {
        assertThatThrownBy(() -> read("0\t" + "x\r\u0007".repeat(1000) + "y\t1\n"))
                .isInstanceOf(InvalidInputException.class)
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400))
                .message()
                .doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void aFileThatDoesNotExistIsTheUsersMistake() {
        assertThatThrownBy(() -> Judgments.read(folder.resolve("none.tsv"), QUERIES, DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none.tsv: there is no such file");
        assertThatThrownBy(() -> Judgments.read(folder, QUERIES, DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is a folder");
    }

    private void assertWrong(String text, int line, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("qrels.tsv line " + line + ": ")
                .hasMessageContaining(message);
    }

    private Judgments read(String text) throws IOException {
        return Judgments.read(write("qrels.tsv", text), QUERIES, DOCUMENTS);
    }

    private Path write(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }
}

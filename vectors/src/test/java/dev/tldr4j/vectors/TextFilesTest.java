package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSONL and CSV as people and other programs write them. */
class TextFilesTest {
    @TempDir
    Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private float[] read(String name, String content) throws IOException {
        return TestFiles.readAll(file(name, content));
    }

    private List<String> ids(String name, String content, String column) throws IOException {
        try (Vectors vectors =
                Vectors.openWithIds(file(name, content), Optional.ofNullable(column), ReadListener.NONE)) {
            String[] read = new String[vectors.rows()];
            RowIds ids = vectors.ids().orElseThrow();
            Arrays.setAll(read, i -> ids.get(i) + (ids.areNumbers() ? "#" : ""));
            return List.of(read);
        }
    }

    private void refused(String name, String content, String message) throws IOException {
        Path file = file(name, content);
        assertThatThrownBy(() -> Vectors.open(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void jsonRowsAreArraysOrObjectsWithOne() throws IOException {
        assertThat(read("x.jsonl", "[1, -2.5e1, 0.1]\n\n[4,5,6]")).containsExactly(1, -25, 0.1f, 4, 5, 6);
        assertThat(read(
                        "x.ndjson",
                        "{\"t\": \"a]}\\\"\", \"n\": {\"v\": [[7]]}, \"e\": [1,2], \"b\": true}\r\n"
                                + "{\"e\": [3,4], \"other\": [9], \"t\": null}"))
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void aJsonFieldIsChosenByItsName() throws IOException {
        file("x.jsonl", "{\"title\":[1,2],\"body\":[3]}\n{\"body\":[4],\"title\":[5,6]}\n");
        assertThat(TestFiles.readAll(folder.resolve("x.jsonl#title"))).containsExactly(1, 2, 5, 6);
        assertThat(TestFiles.readAll(folder.resolve("x.jsonl#body"))).containsExactly(3, 4);
        assertThatThrownBy(() -> Vectors.open(folder.resolve("x.jsonl")))
                .hasMessageContaining("(\"title\", \"body\"); choose one: ")
                .hasMessageEndingWith("x.jsonl#title");
        assertThatThrownBy(() -> Vectors.open(folder.resolve("x.jsonl#head")))
                .hasMessageContaining("line 1: there is no field \"head\"");
    }

    @Test
    void jsonIdsAreTextsOrNumbers() throws IOException {
        assertThat(ids("x.jsonl", "{\"id\":\"ä\\u00e4\\ud83d\\ude00\\n\",\"v\":[1]}", null))
                .containsExactly("ää😀\n");
        assertThat(ids("x.jsonl", "{\"id\":7,\"v\":[1]}\n{\"v\":[1],\"id\":-8}", null))
                .containsExactly("7#", "-8#");
        assertThat(ids("x.jsonl", "{\"key\":7,\"v\":[1]}\n{\"v\":[1],\"key\":\"8\"}", "key"))
                .containsExactly("7", "8");
        assertThatThrownBy(() -> ids("x.jsonl", "{\"id\":7,\"v\":[1]}\n{\"v\":[1]}", null))
                .hasMessageContaining("line 2: there is no field \"id\"");
        assertThatThrownBy(() -> ids("x.jsonl", "{\"id\":null,\"v\":[1]}", null))
                .hasMessageContaining("neither a text nor a number");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'' | is empty",
                "' ' | is empty",
                "[] | line 1: the array is empty",
                "[1,2] [3] | row 1 has 1 numbers where row 0 has 2",
                "[1] [2,3] | row 1 has more than 1 numbers where row 0 has 1",
                "[1,\"a\"] | where a number should be",
                "[1,null] | there is \"null\" where a number should be",
                "[1,[2]] | where a number should be",
                "[1,2 | does not go on with a comma, nor end",
                "[1 2] | does not go on with a comma, nor end",
                "[0x1p3] | where a number should be",
                "[1f] | where a number should be",
                "7 | this is neither",
                "{} | no field of this object is an array of numbers",
                "{\"a\":\"b\"} | no field of this object is an array of numbers",
                "{\"v\":[1]} [2] | plain arrays and objects are mixed",
                "{\"v\":[1],\"v\":[2]} | several fields",
                "{\"v\":[1]} {\"v\":null} | is not an array of numbers",
                "{\"v\":[1]} {\"v\":[1],\"v\":[1]} | is there twice",
                "{\"v\":[1] | does not go on with a comma, nor end",
                "{\"v | a text does not end on its line",
                "{v:[1]} | no field's name in quotes",
            })
    void jsonThatIsNotSoIsRefused(String content, String message) throws IOException {
        refused("x.jsonl", content, message);
    }

    @Test
    void pythonsNanIsReadAndRefusedWhereItIsElsewhere() throws IOException {
        try (Vectors vectors = Vectors.open(file("x.jsonl", "[1,NaN]\n[-Infinity,1e99]"))) {
            assertThat(TestFiles.readAll(vectors))
                    .containsExactly(1, Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
            assertThatThrownBy(() -> vectors.requireFinite(0, 2)).hasMessageContaining("row 0, column 1 is NaN");
        }
    }

    @Test
    void csvHasNumbersAHeaderIfItLikesAndIds() throws IOException {
        assertThat(read("x.csv", "1,2\n3,4\n")).containsExactly(1, 2, 3, 4);
        assertThat(read("x.csv", "\uFEFFa; b\r\n1 ; 2.5\r\n\r\n")).containsExactly(1, 2.5f);
        assertThat(read("x.tsv", "x\ty\n1\t2")).containsExactly(1, 2);
        assertThat(read("x.csv", "id,a,b\n7,1,2\n8,3,4")).containsExactly(1, 2, 3, 4);
        assertThat(read("x.csv", "doc,1,2\n\"a, \"\"b\"\"\n\",3,4")).containsExactly(1, 2, 3, 4);
        assertThat(read("x.csv", "5")).containsExactly(5);
    }

    @Test
    void pandasHeadersAreHeaders() throws IOException {
        assertThat(read("x.csv", ",0,1\n0,5,6\n1,7,8")).containsExactly(5, 6, 7, 8);
        assertThat(read("x.csv", "0,1,2\n5,6,7")).containsExactly(5, 6, 7);
        assertThat(read("x.csv", "0,1\n5,6")).containsExactly(0, 1, 5, 6);
    }

    @Test
    void csvIdsAreInTheColumnIdOrTheFirstOrTheOneThatIsNamed() throws IOException {
        assertThat(ids("x.csv", "a,id\n1,7\n2,8", null)).containsExactly("7#", "8#");
        assertThat(ids("x.csv", "x,1\ny,2", null)).containsExactly("x", "y");
        assertThat(ids("x.csv", "\uFF21,1\ny,2", null)).containsExactly("\uFF21", "y"); // begins as a mark does
        assertThat(ids("x.csv", "name,v0\nx,1\n\"y\"\"\n\",2", null)).containsExactly("x", "y\"\n");
        assertThat(ids("x.csv", "key,v0\n007,1\n8,2", "key")).containsExactly("007", "8");
        assertThat(ids("x.csv", "key,v0\n\"7\",1", "key")).containsExactly("7");
        assertThatThrownBy(() -> ids("x.csv", "a,b\n1,7", "key"))
                .hasMessageContaining("there is no column \"key\"; there are \"a\", \"b\"");
        assertThatThrownBy(() -> ids("x.csv", "1,7", "key")).hasMessageContaining("since there is no header");
        assertThatThrownBy(() -> ids("x.csv", "id,b\n,7", null))
                .hasMessageContaining("line 2: the id in column \"id\" is empty");
        assertThatThrownBy(() -> ids("x.csv", "b,id\n7,\n8,1", null))
                .hasMessageContaining("line 2: the id in column \"id\" is empty");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'' | is empty",
                "a,b | is empty",
                "1,2@3,2;1 | column 2 is \"2;1\", not a number",
                "1,2@3 | row 1 has 1 numbers where row 0 has 2",
                "1,2@3,4,5 | row 1 has more than 2 numbers",
                "1,2@3, | line 2: column 2 is empty, not a number",
                "1,2@3,x | line 2: column 2 is \"x\", not a number",
                "id,title,v@1,x,3 | line 2: column 2 is \"x\", not a number",
                "\"1,2 | a quote is not closed",
                "\"1\"2,3 | after its closing quote",
            })
    void csvThatIsNotSoIsRefused(String content, String message) throws IOException {
        refused("x.csv", content.replace('@', '\n'), message);
    }

    @Test
    void textThatIsNotUtf8IsRefusedWhereItMatters() throws IOException {
        Path json = TestFiles.write(
                folder.resolve("x.jsonl"), "{\"id\":\"\u00e4\",\"v\":[1]}".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Vectors.openWithIds(json, Optional.empty(), ReadListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not UTF-8");
        Path csv =
                TestFiles.write(folder.resolve("x.csv"), "1,2\n3,\u00e4\n5,6\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Vectors.open(csv))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2: the text")
                .hasMessageContaining("is not UTF-8");
    }

    @Test
    void aColumnOfACsvFileCannotBeChosen() throws IOException {
        file("x.csv", "1,2");
        assertThatThrownBy(() -> Vectors.open(folder.resolve("x.csv#a")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nothing to choose by #");
    }

    @Test
    void idsOfAFileWithoutColumnsAreRefusedIfNamed() throws IOException {
        TestFiles.writeAll(folder.resolve("x.npy"), ElementType.F4, 2, 1, 2);
        assertThat(Vectors.openWithIds(folder.resolve("x.npy"), Optional.empty(), ReadListener.NONE)
                        .ids())
                .isEmpty();
        assertThatThrownBy(() -> Vectors.openWithIds(folder.resolve("x.npy"), Optional.of("key"), ReadListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds numbers alone");
    }

    @Test
    void theListenerHearsOfTheEndAndCanStopTheReading() throws IOException {
        Path file = file("x.jsonl", "[1]\n");
        long[] heard = new long[2];
        Vectors.open(file, (done, total) -> {
                    heard[0] = done;
                    heard[1] = total;
                })
                .close();
        assertThat(heard).containsExactly(4, 4);
        assertThatThrownBy(() -> Vectors.open(file, (done, total) -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
    }
}

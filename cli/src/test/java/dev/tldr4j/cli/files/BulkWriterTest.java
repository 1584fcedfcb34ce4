package dev.tldr4j.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.RowIds;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkWriterTest {
    private static Path scratch;

    @TempDir
    Path folder;

    @BeforeContainer
    static void makeScratch() throws IOException {
        scratch = Files.createTempDirectory("bulk");
    }

    @AfterContainer
    static void removeScratch() throws IOException {
        Files.deleteIfExists(scratch.resolve("one.ndjson"));
        Files.delete(scratch);
    }

    private static RowIds ids(String... ids) {
        return new RowIds() {
            @Override
            public String column() {
                return "sku";
            }

            @Override
            public boolean areNumbers() {
                return false;
            }

            @Override
            public String get(int row) {
                return ids[row];
            }
        };
    }

    private static List<String> lines(Path file, Optional<RowIds> ids, float... values) throws IOException {
        try (var writer = new BulkWriter(file, "docs", "vector", 2, ids)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
        return Files.readAllLines(file);
    }

    @Test
    void aRowIsALineForItsPlaceAndALineForItsDocument() throws IOException {
        Path file = folder.resolve("docs.ndjson");

        assertThat(lines(file, Optional.empty(), 0.6f, -0.8f, 1, 0))
                .containsExactly(
                        "{\"index\":{\"_index\":\"docs\",\"_id\":\"0\"}}",
                        "{\"vector\":[0.6,-0.8]}",
                        "{\"index\":{\"_index\":\"docs\",\"_id\":\"1\"}}",
                        "{\"vector\":[1,0]}");
        assertThat(Files.readString(file)).endsWith("]}\n"); // the servers want the last line ended, too
    }

    @Test
    void rowsAreCalledByTheirIds() throws IOException {
        assertThat(lines(folder.resolve("docs.ndjson"), Optional.of(ids("a \"b\"", "ü")), 1, 2, 3, 4))
                .contains(
                        "{\"index\":{\"_index\":\"docs\",\"_id\":\"a \\\"b\\\"\"}}",
                        "{\"index\":{\"_index\":\"docs\",\"_id\":\"ü\"}}");
    }

    @Test
    void anIdThatNoIndexTakesIsRefusedAndNothingIsLeft() {
        for (String id : new String[] {"", "ü".repeat(257)}) {
            assertThatThrownBy(() -> lines(folder.resolve("docs.ndjson"), Optional.of(ids("a", id)), 1, 2, 3, 4))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("row 1: the id in column sku has " + (id.isEmpty() ? 0 : 514) + " bytes");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anIdOf512BytesIsTaken() throws IOException {
        assertThat(lines(folder.resolve("docs.ndjson"), Optional.of(ids("ü".repeat(256))), 1, 2))
                .hasSize(2);
    }

    @Test
    void nothingIsLeftOfRowsThatAreNotFinishedOrNotFinite() throws IOException {
        Path file = folder.resolve("docs.ndjson");
        try (var writer = new BulkWriter(file, "docs", "vector", 2, Optional.empty())) {
            assertThatThrownBy(writer::finish).isInstanceOf(InvalidInputException.class);
            writer.write(FloatBuffer.wrap(new float[] {1, 2}));
            assertThatThrownBy(() -> writer.write(FloatBuffer.wrap(new float[] {1, Float.NaN})))
                    .hasMessageContaining("row 1, column 1 is NaN");
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void numbersHaveNoDigitsForTheLooks() throws IOException {
        assertThat(lines(folder.resolve("docs.ndjson"), Optional.empty(), 100, 1e-5f, 0.1f, -1.25e-7f))
                .contains("{\"vector\":[100,1E-5]}", "{\"vector\":[0.1,-1.25E-7]}");
    }

    @Property(tries = 300)
    void everyNumberIsReadBackAsItWas(@ForAll float first, @ForAll float second) throws IOException {
        List<String> lines = lines(scratch.resolve("one.ndjson"), Optional.empty(), first, second);

        Object read = ((Map<?, ?>) Json.parse(lines.get(1))).get("vector");
        assertThat(((List<?>) read).stream().map(number -> ((Number) number).floatValue()))
                .isEqualTo(List.of(first + 0f, second + 0f)); // -0 is read as 0
    }
}

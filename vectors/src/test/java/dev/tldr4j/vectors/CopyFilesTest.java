package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files for PostgreSQL's COPY; the tests of servers/pgvector send them to a server. */
class CopyFilesTest {
    @TempDir
    Path folder;

    private record Ids(String column, List<String> ids) implements RowIds {
        @Override
        public boolean areNumbers() {
            return false;
        }

        @Override
        public String get(int row) {
            return ids.get(row);
        }
    }

    private Path write(ElementType type, Optional<RowIds> ids, float... numbers) throws IOException {
        Path file = folder.resolve("docs.copy");
        try (VectorWriter writer = VectorWriter.create(file, type, 2, ids)) {
            writer.write(FloatBuffer.wrap(numbers));
            writer.finish();
        }
        return file;
    }

    @Test
    void aLineIsAnIdAndAVector() throws IOException {
        RowIds ids = new Ids("vector", List.of("a", "ü"));
        assertThat(write(ElementType.F4, Optional.of(ids), 0.6f, -1e-9f, 1, 0))
                .hasContent("a\t[0.6,-1.0E-9]\nü\t[1.0,0.0]\n");
        assertThat(write(ElementType.I1, Optional.of(ids), 5, -1, 1, 0)).hasContent("a\t[5,-1]\nü\t[1,0]\n");
    }

    @Test
    void rowsWithoutIdsHaveTheirNumbers() throws IOException {
        assertThat(write(ElementType.F2, Optional.empty(), 0.5f, 1, 2, 3)).hasContent("0\t[0.5,1.0]\n1\t[2.0,3.0]\n");
    }

    @Test
    void whatMeansSomethingToCopyIsEscaped() throws IOException {
        RowIds ids = new Ids("id", List.of("a\tb\nc\rd\\N", "\\."));
        assertThat(Files.readString(write(ElementType.F4, Optional.of(ids), 1, 2, 3, 4)))
                .isEqualTo("a\\tb\\nc\\rd\\\\N\t[1.0,2.0]\n\\\\.\t[3.0,4.0]\n");
    }

    @Test
    void whatPostgresCannotStoreIsRefused() {
        RowIds ids = new Ids("name", List.of("a", "b\0"));
        assertThatThrownBy(() -> write(ElementType.F4, Optional.of(ids), 1, 2, 3, 4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("docs.copy: row 1: the id in column name has a zero character");
        assertThatThrownBy(() -> VectorWriter.create(folder.resolve("wide.copy"), ElementType.F4, 16_001))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 to 16000 can");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileIsNotRead() throws IOException {
        Path file = write(ElementType.F4, Optional.empty(), 1, 2);
        assertThatThrownBy(() -> Vectors.open(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("COPY files can be written but not read");
    }
}

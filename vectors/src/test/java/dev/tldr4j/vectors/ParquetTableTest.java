package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of Parquet files is read as the one table that it is. */
class ParquetTableTest {
    @TempDir
    Path folder;

    private Path table;

    @BeforeEach
    void create() throws IOException {
        table = Files.createDirectory(folder.resolve("docs"));
    }

    /** A file of the table, with a vector of two numbers for each id. */
    private void part(String name, ElementType type, String... ids) throws IOException {
        StringBuilder csv = new StringBuilder("id,a,b\n");
        for (String id : ids) {
            csv.append("doc-").append(id).append(',').append(id).append(",0.5\n");
        }
        Path text = Files.writeString(folder.resolve("rows.csv"), csv);
        Path file = table.resolve(name);
        Files.createDirectories(file.getParent());
        Path plain = folder.resolve("part.parquet");
        Convert.convertWithIds(text, Optional.empty(), plain, type, ReadListener.NONE, (done, total) -> {});
        Files.move(plain, file);
    }

    @Test
    void rowsComeInTheOrderOfTheNamesOfTheFiles() throws IOException {
        part("part-00001.parquet", ElementType.F4, "3", "4");
        part("part-00000.snappy.parquet", ElementType.F4, "1", "2");
        Files.writeString(table.resolve("_SUCCESS"), "");
        Files.writeString(table.resolve(".part-00000.snappy.parquet.crc"), "crc");
        Files.createDirectories(table.resolve("_temporary/0"));

        try (Vectors vectors = Vectors.openWithIds(table, Optional.empty(), ReadListener.NONE)) {
            assertThat(TestFiles.readAll(vectors)).containsExactly(1, .5f, 2, .5f, 3, .5f, 4, .5f);
            RowIds ids = vectors.ids().orElseThrow();
            assertThat(List.of(ids.get(0), ids.get(1), ids.get(2), ids.get(3)))
                    .containsExactly("doc-1", "doc-2", "doc-3", "doc-4");
        }
    }

    @Test
    void partitionsAreFoldersOfTheTable() throws IOException {
        part("lang=de/part-00000.parquet", ElementType.F4, "2");
        part("lang=en/part-00000.parquet", ElementType.F4, "3");
        part("checkpoints/part-00000.parquet", ElementType.F4, "9");

        assertThat(TestFiles.readAll(table)).containsExactly(2, .5f, 3, .5f);
    }

    @Test
    void linksDoNotLeadAroundInCircles() throws IOException {
        part("lang=de/part-00000.parquet", ElementType.F4, "2");
        Files.createSymbolicLink(table.resolve("lang=de/up=1"), table);
        Files.createSymbolicLink(table.resolve("lang=de/up=2"), table);

        assertThat(TestFiles.readAll(table)).containsExactly(2, .5f);
    }

    @Test
    void aColumnIsNamedBehindTheFolder() throws IOException {
        part("part-00000.parquet", ElementType.F4, "1");

        assertThat(TestFiles.readAll(Path.of(table + "#vector"))).containsExactly(1, .5f);
        assertThatThrownBy(() -> Vectors.open(Path.of(table + "#embedding")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(table + "#embedding: there is no column \"embedding\"; there are ");
    }

    @Test
    void whoListensHearsOfOneLengthOfAllFiles() throws IOException {
        part("part-00000.parquet", ElementType.F4, "1");
        part("part-00001.parquet", ElementType.F4, "2");
        long total = Files.size(table.resolve("part-00000.parquet")) + Files.size(table.resolve("part-00001.parquet"));
        List<Long> heard = new ArrayList<>();

        assertThat(VectorFile.of(table).bytes()).isEqualTo(total);
        Vectors.open(table, (done, of) -> {
                    assertThat(of).isEqualTo(total);
                    heard.add(done);
                })
                .close();

        assertThat(heard).isSorted().endsWith(total);
    }

    @Test
    void refusesAFolderThatIsNoTable() {
        assertThatThrownBy(() -> Vectors.open(table))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(table + ": is a folder without a .parquet file; name a file of vectors, or a table as Spark"
                        + " writes one");
    }

    @Test
    void namesTheFileThatIsUnlikeTheFirst() throws IOException {
        part("part-00000.parquet", ElementType.F4, "1");
        part("part-00001.parquet", ElementType.F8, "2");

        assertThatThrownBy(() -> Vectors.open(table))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(table.resolve("part-00001.parquet") + ": the column \"vector\" holds f8 numbers where the"
                        + " first file of the table holds f4; write the table again with one type");

        Files.write(table.resolve("part-00001.parquet"), new byte[] {'P', 'A', 'R', '1', 0, 0});
        assertThatThrownBy(() -> Vectors.open(table))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(table.resolve("part-00001.parquet") + ": ");
    }
}

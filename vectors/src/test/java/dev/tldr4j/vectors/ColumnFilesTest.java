package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to Parquet, JSONL and CSV is what is read from it, ids included. */
class ColumnFilesTest {
    @TempDir
    Path folder;

    /** Ids in memory. */
    private record Given(String column, boolean areNumbers, List<String> ids) implements RowIds {
        @Override
        public String get(int row) {
            return ids.get(row);
        }
    }

    private static void write(Path file, ElementType type, int dims, float[] values, RowIds ids) throws IOException {
        try (VectorWriter writer = VectorWriter.create(file, type, dims, Optional.ofNullable(ids))) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
    }

    private static List<String> ids(Path file, Optional<String> column) throws IOException {
        try (Vectors vectors = Vectors.openWithIds(file, column, ReadListener.NONE)) {
            RowIds ids = vectors.ids().orElseThrow();
            String[] read = new String[vectors.rows()];
            Arrays.setAll(read, ids::get);
            return List.of(read);
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of("x.parquet", "x.jsonl", "x.csv", "x.tsv");
    }

    @Property(tries = 60)
    void everyFiniteFloatComesBackAsItWas(
            @ForAll("names") String name, @ForAll @Size(min = 1, max = 40) List<Integer> bits, @ForAll boolean withIds)
            throws IOException {
        float[] values = new float[bits.size() * 2];
        for (int i = 0; i < bits.size(); i++) {
            float any = Float.intBitsToFloat(bits.get(i));
            values[2 * i] = Float.isFinite(any) ? any : i;
            values[2 * i + 1] = i / 3f;
        }
        String[] texts = new String[bits.size()];
        Arrays.setAll(texts, i -> Integer.toString(bits.get(i)));
        TestFiles.inFolder(folder -> {
            Path file = folder.resolve(name);
            write(file, ElementType.F4, 2, values, withIds ? new Given("id", true, List.of(texts)) : null);
            assertThat(TestFiles.readAll(file)).isEqualTo(values);
            if (withIds) {
                assertThat(ids(file, Optional.empty())).containsExactly(texts);
            }
            return null;
        });
    }

    @Property(tries = 60)
    void everyTextComesBackAsAnId(@ForAll("names") String name, @ForAll @Size(min = 1, max = 5) List<String> texts)
            throws IOException {
        // what is no text at all, half of a surrogate pair, cannot be an id; an empty cell cannot either
        List<String> valid = texts.stream()
                .map(text -> "x" + text.replaceAll("\\p{Cs}", "?"))
                .toList();
        TestFiles.inFolder(folder -> {
            Path file = folder.resolve(name);
            write(file, ElementType.F4, 1, new float[valid.size()], new Given("id", false, valid));
            assertThat(ids(file, Optional.empty())).isEqualTo(valid);
            return null;
        });
    }

    @Property(tries = 15)
    void anyNumberOfRowsAndColumnsFitsAnyPage(
            @ForAll("names") String name,
            @ForAll @IntRange(min = 1, max = 5000) int rows,
            @ForAll @IntRange(min = 1, max = 300) int dims)
            throws IOException {
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 1009;
        }
        TestFiles.inFolder(folder -> {
            Path file = folder.resolve(name);
            write(file, ElementType.F4, dims, values, null);
            assertThat(TestFiles.readAll(file)).isEqualTo(values);
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"f2", "f4", "f8", "i4", "i8"})
    void parquetHoldsTheTypeItIsGiven(String type) throws IOException {
        Path file = folder.resolve("x.parquet");
        write(file, ElementType.of(type), 2, new float[] {1, 2, 3, 4}, null);
        try (Vectors vectors = Vectors.open(file)) {
            assertThat(vectors.type()).hasToString(type);
            assertThat(TestFiles.readAll(vectors)).containsExactly(1, 2, 3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f4", "f8"})
    void parquetJavaReadsWhatWeWrite(String type) throws IOException {
        Path file = folder.resolve("x.parquet");
        int rows = 30_000; // several pages
        float[] values = new float[rows * 16];
        for (int i = 0; i < values.length; i++) {
            values[i] = i / 8f;
        }
        String[] texts = new String[rows];
        Arrays.setAll(texts, i -> "doc-ä-" + i);
        write(file, ElementType.of(type), 16, values, new Given("key", false, List.of(texts)));

        try (ParquetReader<Group> reader = reader(file)) {
            for (int row = 0; row < rows; row++) {
                Group group = reader.read();
                assertThat(group.getString("key", 0)).isEqualTo(texts[row]);
                Group vector = group.getGroup("vector", 0);
                assertThat(vector.getFieldRepetitionCount("list")).isEqualTo(16);
                for (int j = 0; j < 16; j++) {
                    Group element = vector.getGroup("list", j);
                    double read = type.equals("f4") ? element.getFloat("element", 0) : element.getDouble("element", 0);
                    assertThat(read).isEqualTo(values[row * 16 + j]);
                }
            }
            assertThat(reader.read()).isNull();
        }
    }

    private static ParquetReader<Group> reader(Path file) throws IOException {
        return new ParquetReader.Builder<Group>(new LocalInputFile(file)) {
            @Override
            protected GroupReadSupport getReadSupport() {
                return new GroupReadSupport();
            }
        }.build();
    }

    @Test
    void idsGoFromFormatToFormat() throws IOException {
        Path from = FilesOfOthersTest.file("arrow-snappy.parquet");
        for (String name : List.of("x.jsonl", "y.csv", "z.tsv", "w.parquet")) {
            Path to = folder.resolve(name);
            Convert.convertWithIds(from, Optional.empty(), to, null, ReadListener.NONE, (done, total) -> {});
            assertThat(ids(to, Optional.empty()))
                    .startsWith("doc-ä-0", "doc-ä-1")
                    .hasSize(5);
            assertThat(TestFiles.readAll(to)).isEqualTo(TestFiles.readAll(from));
            from = to;
        }
        assertThat(Files.readString(folder.resolve("x.jsonl")))
                .startsWith("{\"id\":\"doc-ä-0\",\"vector\":[-1.0,-0.75,-0.5]}\n");
        assertThat(Files.readString(folder.resolve("y.csv"))).startsWith("id,v0,v1,v2\n\"doc-ä-0\",-1.0,-0.75,-0.5\n");
        Convert.convert(from, folder.resolve("x.npy"));
        assertThat(TestFiles.readAll(folder.resolve("x.npy"))).hasSize(15);
    }

    @Test
    void bytesBecomeWholeNumbersInParquet() throws IOException {
        Path bytes = TestFiles.write(folder.resolve("x.bvecs"), TestFiles.bytes(2, 0, 0, 0, 5, 255));
        assertThat(Convert.convert(bytes, folder.resolve("x.parquet")).to()).isEqualTo(ElementType.I4);
        assertThat(TestFiles.readAll(folder.resolve("x.parquet"))).containsExactly(5, 255);
    }

    @Test
    void selectedRowsKeepTheirIds() throws IOException {
        Path file = FilesOfOthersTest.file("arrow-snappy.parquet");
        try (Vectors vectors = Vectors.openWithIds(file, Optional.empty(), ReadListener.NONE)) {
            RowIds ids = vectors.select(4, 2).ids().orElseThrow();
            assertThat(ids.get(0)).isEqualTo("doc-ä-4");
            assertThat(ids.get(1)).isEqualTo("doc-ä-2");
            assertThatThrownBy(() -> vectors.ids().orElseThrow().get(5)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void whatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> VectorWriter.create(folder.resolve("x.hdf5"), ElementType.F4, 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("HDF5 files can be read but not written");
        assertThatThrownBy(() -> VectorWriter.create(folder.resolve("x.parquet"), ElementType.U1, 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("choose one of these types");
        assertThatThrownBy(() -> VectorWriter.create(folder.resolve("x.jsonl"), ElementType.F4, (1 << 20) + 1))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> VectorWriter.create(
                        folder.resolve("x.parquet"),
                        ElementType.F4,
                        2,
                        Optional.of(new Given("vector", false, List.of("a")))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("rename it");
        assertThat(folder).isEmptyDirectory();
    }
}

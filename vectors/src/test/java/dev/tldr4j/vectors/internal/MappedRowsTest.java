package dev.tldr4j.vectors.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.TestFiles;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappedRowsTest {
    private static final int ROWS = 50;
    private static final int DIMS = 7;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "x.npy, F2",
        "x.npy, F4",
        "x.npy, F8",
        "x.npy, U1",
        "x.npy, I1",
        "x.npy, I4",
        "x.npy, I8",
        "x.fvecs, F4",
        "x.bvecs, U1",
        "x.ivecs, I4"
    })
    void everyRangeOfRowsIsReadAcrossChunks(String name, ElementType type) throws IOException {
        float[] values = values();
        Path file = folder.resolve(name);
        TestFiles.writeAll(file, type, DIMS, values);
        Layout layout = FileFormat.of(file).layout(file);
        for (int chunkBytes : new int[] {1, (int) layout.stride(), 100, 1 << 20}) {
            try (MappedRows rows = new MappedRows(layout, chunkBytes)) {
                for (int from = 0; from <= ROWS; from++) {
                    for (int count = 0; count <= ROWS - from; count++) {
                        FloatBuffer into = FloatBuffer.allocate(count * DIMS);
                        rows.read(from, count, into);
                        assertThat(into.hasRemaining()).isFalse();
                        assertThat(into.flip()).isEqualTo(FloatBuffer.wrap(values, from * DIMS, count * DIMS));
                    }
                }
            }
        }
    }

    @Test
    void bigEndianFloatsThatDoNotLieEvenlyAreRead() throws IOException {
        for (String space : new String[] {"", " ", "  ", "   "}) {
            ByteBuffer data = ByteBuffer.allocate(16).order(ByteOrder.BIG_ENDIAN);
            data.asFloatBuffer().put(new float[] {1, 2, 3, 4.5f});
            Path file = TestFiles.write(
                    folder.resolve("x.npy"),
                    TestFiles.npyHeader(1, "{'descr':'>f4','fortran_order':False,'shape':(2,2)}" + space),
                    data.array());
            assertThat(TestFiles.readAll(file)).containsExactly(1, 2, 3, 4.5f);
        }
    }

    @Test
    void readsAtTheBuffersPositionWhateverKindItIs() throws IOException {
        Path file = folder.resolve("x.npy");
        for (ElementType type : ElementType.values()) {
            TestFiles.writeAll(file, type, DIMS, values());
            FloatBuffer heap = FloatBuffer.allocate(100);
            FloatBuffer direct = ByteBuffer.allocateDirect(400)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
            FloatBuffer swapped =
                    ByteBuffer.allocate(400).order(ByteOrder.BIG_ENDIAN).asFloatBuffer();
            try (Vectors vectors = Vectors.open(file)) {
                for (FloatBuffer into : new FloatBuffer[] {heap, direct, swapped}) {
                    into.position(3);
                    vectors.read(4, 2, into);
                    assertThat(into.position()).isEqualTo(3 + 2 * DIMS);
                    assertThat(into.get(2)).isZero();
                    assertThat(into.get(3 + 2 * DIMS)).isZero();
                    assertThat(into.position(3).limit(3 + 2 * DIMS))
                            .isEqualTo(FloatBuffer.wrap(values(), 4 * DIMS, 2 * DIMS));
                }
            }
        }
    }

    @Test
    void rowsThatAreNotThereAndBuffersTooSmallAreRefused() throws IOException {
        Path file = folder.resolve("x.npy");
        TestFiles.writeAll(file, ElementType.F4, DIMS, values());
        FloatBuffer large = FloatBuffer.allocate(1000);
        Vectors vectors = Vectors.open(file);
        int[][] wrong = {{-1, 1}, {0, -1}, {0, ROWS + 1}, {ROWS, 1}, {1, Integer.MAX_VALUE}, {Integer.MAX_VALUE, 2}};
        for (int[] range : wrong) {
            assertThatThrownBy(() -> vectors.read(range[0], range[1], large))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        FloatBuffer small = FloatBuffer.allocate(2 * DIMS - 1);
        assertThatThrownBy(() -> vectors.read(0, 2, small)).isInstanceOf(BufferOverflowException.class);
        assertThat(large.position()).isZero();
        assertThat(small.position()).isZero();
        vectors.close();
        vectors.close();
        assertThatThrownBy(() -> vectors.read(0, 1, large))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void manyThreadsReadAtOnce() throws IOException {
        float[] values = values();
        for (String name : new String[] {"x.npy", "x.fvecs"}) {
            Path file = folder.resolve(name);
            TestFiles.writeAll(file, ElementType.F4, DIMS, values);
            Layout layout = FileFormat.of(file).layout(file);
            try (MappedRows rows = new MappedRows(layout, 200)) {
                long right = IntStream.range(0, 20_000)
                        .parallel()
                        .filter(i -> {
                            int from = i % (ROWS - 3);
                            FloatBuffer into = FloatBuffer.allocate(3 * DIMS);
                            rows.read(from, 3, into);
                            return into.flip().equals(FloatBuffer.wrap(values, from * DIMS, 3 * DIMS));
                        })
                        .count();
                assertThat(right).isEqualTo(20_000);
            }
        }
    }

    private static float[] values() {
        float[] values = new float[ROWS * DIMS];
        Random random = new Random(1);
        for (int i = 0; i < values.length; i++) {
            values[i] = 1 + random.nextInt(127);
        }
        return values;
    }
}

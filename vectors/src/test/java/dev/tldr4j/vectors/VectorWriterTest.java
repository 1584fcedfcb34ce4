package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorWriterTest {
    @TempDir
    Path folder;

    @Test
    void theBytesAreTheFormats() throws IOException {
        Path fvecs = folder.resolve("x.fvecs");
        TestFiles.writeAll(fvecs, ElementType.F4, 2, 1, 2, 3, 4);
        assertThat(fvecs)
                .hasBinaryContent(TestFiles.join(
                        TestFiles.ints(2), TestFiles.floats(1, 2), TestFiles.ints(2), TestFiles.floats(3, 4)));
        Path bvecs = folder.resolve("x.bvecs");
        TestFiles.writeAll(bvecs, ElementType.U1, 2, 0, 255);
        assertThat(bvecs).hasBinaryContent(TestFiles.bytes(2, 0, 0, 0, 0, 255));
        Path ivecs = folder.resolve("x.ivecs");
        TestFiles.writeAll(ivecs, ElementType.I4, 1, -5);
        assertThat(ivecs).hasBinaryContent(TestFiles.ints(1, -5));

        Path npy = folder.resolve("x.npy");
        TestFiles.writeAll(npy, ElementType.F4, 2, 1, 2, 3, 4);
        byte[] written = Files.readAllBytes(npy);
        assertThat(new String(written, 0, 128, StandardCharsets.ISO_8859_1))
                .startsWith("\u0093NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }  ")
                .endsWith(" \n");
        assertThat(Arrays.copyOfRange(written, 128, written.length)).isEqualTo(TestFiles.floats(1, 2, 3, 4));
    }

    @Test
    void rowsWiderThanTheBufferAreWritten() throws IOException {
        float[] values = new float[2 * 200_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        for (String name : new String[] {"x.npy", "x.fvecs"}) {
            TestFiles.writeAll(folder.resolve(name), ElementType.F4, 200_000, values);
            assertThat(TestFiles.readAll(folder.resolve(name))).isEqualTo(values);
        }
        TestFiles.writeAll(folder.resolve("d.npy"), ElementType.F8, 200_000, values);
        assertThat(TestFiles.readAll(folder.resolve("d.npy"))).isEqualTo(values);
    }

    @ParameterizedTest
    @CsvSource({
        "F4, NaN, is NaN; remove or repair that row",
        "F4, Infinity, is Infinity; remove",
        "F2, NaN, is NaN; remove",
        "F8, -Infinity, is -Infinity; remove",
        "U1, NaN, is NaN; remove",
        "F2, 65520, too large for f2",
        "F2, -1e30, too large for f2",
        "U1, 0.1, 'is 0.1, not a whole number from 0 to 255'",
        "U1, 256, from 0 to 255",
        "U1, -1, from 0 to 255",
        "I1, 128, from -128 to 127",
        "I1, -129, from -128 to 127",
        "I4, 2147483648, from -2147483648 to 2147483647",
        "I8, 9223372036854775808, not a whole number",
        "I8, -1e30, not a whole number"
    })
    void aNumberTheTypeCannotHoldIsNamed(ElementType type, float value, String saying) throws IOException {
        Path file = folder.resolve("x.npy");
        try (VectorWriter writer = VectorWriter.create(file, type, 3)) {
            writer.write(FloatBuffer.wrap(new float[6]));
            assertThatThrownBy(() -> writer.write(FloatBuffer.wrap(new float[] {0, 0, 0, 0, value, 0})))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith(file + ": row 3, column 1 ")
                    .hasMessageContaining(saying);
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> writer.write(FloatBuffer.wrap(new float[3])))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theEndsOfEveryRangeAreHeld() throws IOException {
        Path file = folder.resolve("x.npy");
        assertThat(written(file, ElementType.U1, 0, 255)).containsExactly(0, 255);
        assertThat(written(file, ElementType.I1, -128, 127)).containsExactly(-128, 127);
        assertThat(written(file, ElementType.I4, -0x1p31f, 0x1.fffffep30f)).containsExactly(-0x1p31f, 0x1.fffffep30f);
        assertThat(written(file, ElementType.I8, -0x1p63f, 0x1.fffffep62f)).containsExactly(-0x1p63f, 0x1.fffffep62f);
        assertThat(written(file, ElementType.F2, 65519, -65504)).containsExactly(65504, -65504);
        assertThat(written(file, ElementType.F2, 2049, 2051)).containsExactly(2048, 2052);
        assertThat(written(file, ElementType.F4, Float.MAX_VALUE, Float.MIN_VALUE))
                .containsExactly(Float.MAX_VALUE, Float.MIN_VALUE);
    }

    private static float[] written(Path file, ElementType type, float... values) throws IOException {
        TestFiles.writeAll(file, type, values.length, values);
        return TestFiles.readAll(file);
    }

    @Test
    void nothingAppearsBeforeTheEndAndNothingStaysWithoutIt() throws IOException {
        Path file = Files.writeString(folder.resolve("x.npy"), "before");
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, 1)) {
            writer.write(FloatBuffer.wrap(new float[1_000_000]));
            assertThat(file).hasContent("before");
        }
        assertThat(file).hasContent("before");
        assertThat(folder).isDirectoryNotContaining(f -> !f.equals(file));
        TestFiles.writeAll(file, ElementType.F4, 1, 7);
        assertThat(TestFiles.readAll(file)).containsExactly(7);
        assertThat(folder).isDirectoryNotContaining(f -> !f.equals(file));
    }

    @Test
    void whatCannotBeWrittenIsRefused() throws IOException {
        assertRefused("x.fvecs", ElementType.U1, 3, ".fvecs files hold f4 numbers only, not u1");
        assertRefused("x.bvecs", ElementType.F4, 3, ".bvecs files hold u1");
        assertRefused("x.ivecs", ElementType.I8, 3, ".ivecs files hold i4");
        assertRefused("x-idx3-ubyte", ElementType.U1, 3, "IDX files can be read but not written");
        assertRefused("x.idx.gz", ElementType.U1, 3, "IDX files can be read but not written");
        assertRefused("x.txt", ElementType.F4, 3, "known are .npy");
        assertRefused("x.npy", ElementType.F4, 0, "rows of 0 numbers");
        assertRefused("missing/x.npy", ElementType.F4, 3, "does not exist");
        try (VectorWriter writer = VectorWriter.create(folder.resolve("x.npy"), ElementType.F4, 3)) {
            assertThatThrownBy(() -> writer.write(FloatBuffer.allocate(4)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("4 numbers are not whole rows of 3");
            assertThatThrownBy(writer::finish)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("has no rows");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rowsInAnyOrderStandInTheirPlaces() throws IOException {
        Path file = folder.resolve("placed.npy");
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, 2)) {
            assertThat(writer.writesInPlace()).isTrue();
            writer.writeInPlace(1, floats(3, 4, 5, 6));
            writer.writeInPlace(0, floats(1, 2));
            assertThatThrownBy(() -> writer.writeInPlace(3, floats(7))).isInstanceOf(IllegalArgumentException.class);
            writer.finish();
        }
        try (Vectors vectors = Vectors.open(file)) {
            assertThat(vectors.rows()).isEqualTo(3);
            float[] values = new float[6];
            vectors.read(0, 3, FloatBuffer.wrap(values));
            assertThat(values).containsExactly(1, 2, 3, 4, 5, 6);
        }
    }

    @Test
    void formatsThatAreMoreThanTheirNumbersTakeRowsInOrderOnly() throws IOException {
        for (String name : new String[] {"a.fvecs", "a.csv", "a.parquet"}) {
            try (VectorWriter writer = VectorWriter.create(folder.resolve(name), ElementType.F4, 2)) {
                assertThat(writer.writesInPlace()).as(name).isFalse();
                assertThatThrownBy(() -> writer.writeInPlace(0, floats(1, 2)))
                        .as(name)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    private static ByteBuffer floats(float... values) {
        ByteBuffer bytes =
                ByteBuffer.allocateDirect(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes;
    }

    private void assertRefused(String name, ElementType type, int dims, String saying) {
        assertThatThrownBy(() -> VectorWriter.create(folder.resolve(name), type, dims))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(saying);
    }
}

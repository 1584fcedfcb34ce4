package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {
    @TempDir
    Path folder;

    @Test
    void anArrayIsRowsOneAfterTheOther() {
        Vectors vectors = Vectors.of(new float[] {1, 2, 3, 4, 5, 6}, 2);
        assertThat(vectors.rows()).isEqualTo(3);
        assertThat(vectors.dims()).isEqualTo(2);
        FloatBuffer into = FloatBuffer.allocate(4);
        vectors.read(1, 2, into);
        assertThat(into.array()).containsExactly(3, 4, 5, 6);
        assertThatThrownBy(() -> vectors.read(2, 2, into.clear())).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(TestFiles.readAll(Vectors.of(new float[][] {{1, 2}, {3, 4}})))
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void arraysThatAreNotWholeRowsAreRefused() {
        assertRefused(() -> Vectors.of(new float[5], 2), "5 numbers", "rows of 2");
        assertRefused(() -> Vectors.of(new float[4], 0), "rows of 0");
        assertRefused(() -> Vectors.of(new float[0], 2), "at least one row");
        assertRefused(() -> Vectors.of(new float[][] {{1, 2}, {1, 2}, {1}}), "row 2 has 1 numbers", "row 0 has 2");
        assertRefused(() -> Vectors.of(new float[0][]), "empty");
        assertRefused(() -> Vectors.of(new float[][] {{}}), "empty");
    }

    @Test
    void theFirstNumberThatIsNotFiniteIsNamed() throws IOException {
        float[] values = new float[100_000 * 4];
        values[17 * 4 + 3] = Float.NaN;
        values[99_999 * 4] = Float.NEGATIVE_INFINITY;
        Path file = TestFiles.write(
                folder.resolve("docs.npy"), TestFiles.npyHeader("<f4", false, "(100000, 4)"), TestFiles.floats(values));
        try (Vectors vectors = Vectors.open(file)) {
            assertRefused(
                    () -> vectors.requireFinite(0, 100_000),
                    "docs.npy: row 17, column 3 is NaN; remove or repair that row");
            assertRefused(() -> vectors.requireFinite(18, 99_982), "row 99999, column 0 is -Infinity; remove");
            vectors.requireFinite(18, 99_981);
            vectors.requireFinite(0, 17);
            vectors.requireFinite(17, 0);
            assertThatThrownBy(() -> vectors.requireFinite(99_999, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aDoubleTooLargeForAFloatIsNotFinite() throws IOException {
        byte[] large = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(1e300)
                .array();
        Path file = TestFiles.write(folder.resolve("x.npy"), TestFiles.npyHeader("<f8", false, "(1, 1)"), large);
        try (Vectors vectors = Vectors.open(file)) {
            assertRefused(() -> vectors.requireFinite(0, 1), "row 0, column 0", "beyond the range of f4");
        }
    }

    @Test
    void theFingerprintIsADigestOfShapeAndNumbers() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(TestFiles.join(TestFiles.ints(3, 2), TestFiles.floats(1, 2, 3, 4, 5, 6)));
        String fingerprint = Vectors.of(new float[] {1, 2, 3, 4, 5, 6}, 2).fingerprint();
        assertThat(fingerprint).isEqualTo(HexFormat.of().formatHex(digest).substring(0, 16));
        assertThat(Vectors.of(new float[] {1, 2, 3, 4, 5, 6}, 3).fingerprint()).isNotEqualTo(fingerprint);
        assertThat(Vectors.of(new float[] {1, 2, 3, 4, 5, 7}, 2).fingerprint()).isNotEqualTo(fingerprint);
        assertThat(Vectors.of(new float[] {1}, 1).fingerprint()).hasSize(16);
    }

    @Test
    void selectedRowsComeInTheOrderGivenAndKeepTheirNumbersInMessages() {
        Vectors all = Vectors.of(new float[][] {{0}, {1}, {2}, {Float.NaN}});
        Vectors some = all.select(3, 1).select(1, 0, 0);
        float[] read = new float[3];
        some.read(0, 3, FloatBuffer.wrap(read));
        assertThat(read).containsExactly(1, Float.NaN, Float.NaN);
        assertThat(some.sourceRow(1)).isEqualTo(3);
        assertThatThrownBy(() -> some.requireFinite(0, 3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 3");
        assertThatThrownBy(() -> all.select(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> some.read(2, 2, FloatBuffer.wrap(read))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void theFingerprintOfManyRowsSeesTheFirstTheLastAndAThousandInAll() {
        float[] values = new float[1999];
        String fingerprint = Vectors.of(values, 1).fingerprint();
        int seen = 0;
        for (int row = 0; row < values.length; row++) {
            values[row] = 1;
            boolean changed = !Vectors.of(values, 1).fingerprint().equals(fingerprint);
            values[row] = 0;
            seen += changed ? 1 : 0;
            if (row == 0 || row == values.length - 1) {
                assertThat(changed).isTrue();
            }
        }
        assertThat(seen).isEqualTo(1000);
    }

    private static void assertRefused(Runnable code, String... saying) {
        assertThatThrownBy(code::run).isInstanceOf(InvalidInputException.class).hasMessageContainingAll(saying);
    }
}

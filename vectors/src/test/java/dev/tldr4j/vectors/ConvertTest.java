package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertTest {
    @TempDir
    Path folder;

    @Test
    void theTypeStaysWhereTheFormatCanHoldIt() throws IOException {
        Path in = TestFiles.write(
                folder.resolve("x-idx3-ubyte.gz"),
                TestFiles.gzip(TestFiles.join(TestFiles.idxHeader(8, 2, 1, 2), TestFiles.bytes(1, 2, 3, 255))));
        for (String name : List.of("x.npy", "x.bvecs", "x.fvecs", "x.ivecs")) {
            Convert.convert(in, folder.resolve(name));
            assertThat(TestFiles.readAll(folder.resolve(name))).containsExactly(1, 2, 3, 255);
        }
        assertThat(Vectors.open(folder.resolve("x.npy")).type()).isEqualTo(ElementType.U1);
        assertThat(Vectors.open(folder.resolve("x.fvecs")).type()).isEqualTo(ElementType.F4);
    }

    @Test
    void labelsStayInOneDimension() throws IOException {
        Path in = TestFiles.write(folder.resolve("y.idx"), TestFiles.idxHeader(8, 3), TestFiles.bytes(1, 2, 3));
        Path out = folder.resolve("y.npy");
        Convert.convert(in, out, ElementType.I8, (done, total) -> {});
        assertThat(new String(Files.readAllBytes(out), 0, 100, StandardCharsets.ISO_8859_1))
                .contains("'<i8'", "(3,)");
        assertThat(IntRows.read(out).values()).containsExactly(1, 2, 3);
        Convert.convert(out, folder.resolve("y.ivecs"));
        assertThat(IntRows.read(folder.resolve("y.ivecs")).width()).isEqualTo(1);
    }

    @Test
    void doublesAndLongsKeepEveryBit() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(16).putDouble(0.1).putDouble(-1e300);
        Path in = TestFiles.write(folder.resolve("d.npy"), TestFiles.npyHeader(">f8", false, "(1, 2)"), data.array());
        Convert.convert(in, folder.resolve("d2.npy"));
        assertThat(tail(folder.resolve("d2.npy"), 16)).isEqualTo(reversed(data.array()));

        ByteBuffer longs = ByteBuffer.allocate(16).putLong(Long.MAX_VALUE).putLong(Long.MIN_VALUE + 1);
        in = TestFiles.write(folder.resolve("l.npy"), TestFiles.npyHeader(">i8", false, "(2, 1)"), longs.array());
        Convert.convert(in, folder.resolve("l2.npy"));
        assertThat(tail(folder.resolve("l2.npy"), 16)).isEqualTo(reversed(longs.array()));

        int[] ints = {Integer.MAX_VALUE, 16777217};
        new IntRows("g", 1, 2, ints).write(folder.resolve("g.ivecs"));
        Convert.convert(folder.resolve("g.ivecs"), folder.resolve("g.npy"), ElementType.I8, (done, total) -> {});
        assertThat(IntRows.read(folder.resolve("g.npy")).values()).isEqualTo(ints);
    }

    @Test
    void whatDoesNotFitIsNamedByTheInputsRow() throws IOException {
        new IntRows("g", 2, 2, new int[] {1, 2, 3, 16777217}).write(folder.resolve("g.npy"));
        assertRefused("g.npy", "g.fvecs", null, "g.npy: row 1, column 1 is 16777217, which f4 cannot hold exactly");
        assertRefused("g.npy", "g.bvecs", null, "g.npy: row 1, column 1 is 16777217, not a whole number from 0 to 255");
        assertRefused("g.npy", "h.npy", ElementType.F2, "row 1, column 1 is 16777217, which f2");
        Convert.convert(folder.resolve("g.npy"), folder.resolve("g8.npy"), ElementType.F8, (done, total) -> {});

        byte[] large =
                ByteBuffer.allocate(16).putLong(5).putLong(Long.MAX_VALUE).array();
        TestFiles.write(folder.resolve("l.npy"), TestFiles.npyHeader(">i8", false, "(2, 1)"), large);
        assertRefused("l.npy", "h.npy", ElementType.F8, "row 1, column 0 is 9223372036854775807");
        assertRefused("l.npy", "h.ivecs", null, "row 1, column 0 is 9223372036854775807");

        byte[] doubles = ByteBuffer.allocate(8).putDouble(1e39).array();
        TestFiles.write(folder.resolve("d.npy"), TestFiles.npyHeader(">f8", false, "(1, 1)"), doubles);
        assertRefused("d.npy", "h.fvecs", null, "d.npy: row 0, column 0 is 1.0E39, too large for f4");

        TestFiles.write(folder.resolve("n.fvecs"), TestFiles.ints(1), TestFiles.floats(Float.NaN));
        assertRefused("n.fvecs", "h.npy", null, "n.fvecs: row 0, column 0 is NaN");
        assertRefused("g.npy", "h.fvecs", ElementType.U1, "hold f4 numbers only");
        assertRefused("g.npy", "h.idx", null, "IDX");
        assertRefused("g.npy", "h.doc", null, "known are");
    }

    @Test
    void progressIsToldUpToTheLastRow() throws IOException {
        TestFiles.writeAll(folder.resolve("x.npy"), ElementType.F4, 2, new float[400_000]);
        List<Long> told = new ArrayList<>();
        Convert.convert(folder.resolve("x.npy"), folder.resolve("x.fvecs"), null, (done, total) -> told.add(done));
        assertThat(told).isSorted().hasSizeGreaterThan(2).endsWith(200_000L);
    }

    private void assertRefused(String in, String out, ElementType type, String saying) {
        assertThatThrownBy(() -> Convert.convert(folder.resolve(in), folder.resolve(out), type, (done, total) -> {}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(saying);
        assertThat(folder.resolve(out)).doesNotExist();
    }

    private static byte[] tail(Path file, int length) throws IOException {
        byte[] all = Files.readAllBytes(file);
        return Arrays.copyOfRange(all, all.length - length, all.length);
    }

    /** Each 8 bytes turned round. */
    private static byte[] reversed(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        ByteBuffer out = ByteBuffer.allocate(bytes.length);
        while (in.hasRemaining()) {
            out.putLong(Long.reverseBytes(in.getLong()));
        }
        return out.array();
    }
}

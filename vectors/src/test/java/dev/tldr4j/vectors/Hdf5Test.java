package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HDF5 as h5py writes it (see make.py beside the files), and as somebody would who wishes us ill. */
class Hdf5Test {
    /** What any file under 1 MB may take. */
    private static final long MOST_BYTES = 64 << 20;

    private static final double MOST_SECONDS = 1;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "old-many-members.h5#a/vectors, f4",
        "new-many-members.h5#a/vectors, f8",
        "new-grows.h5, f4",
        "new-grows-both-ways.h5#vectors, f4",
        "new-grows-both-ways.h5#packed, f4",
        "new-one-chunk.h5, f2",
        "new-in-order.h5, f4",
        "compact-named-type.h5, f4",
        "lz4.h5, f4",
        "loop.h5, f4"
    })
    void everyWayToKeepADatasetIsRead(String name, String type) throws IOException {
        try (Vectors vectors = Vectors.open(FilesOfOthersTest.file(name))) {
            assertThat(vectors.type()).hasToString(type);
            assertThat(vectors.dims()).isEqualTo(3);
            float[] values = TestFiles.readAll(vectors);
            assertThat(values).hasSizeGreaterThanOrEqualTo(15);
            for (int i = 0; i < values.length; i++) {
                assertThat(values[i]).isEqualTo(i / 3 + i % 3 / 4f - 1);
            }
        }
    }

    @Test
    void numbersOfTwoBytesAndThoseWithoutSignAreWidened() throws IOException {
        assertThat(TestFiles.readAll(FilesOfOthersTest.file("narrow.h5#i2"))).containsExactly(-2, 3, 4, -5);
        assertThat(TestFiles.readAll(FilesOfOthersTest.file("narrow.h5#u2"))).containsExactly(2, 60_000);
        assertThat(TestFiles.readAll(FilesOfOthersTest.file("narrow.h5#u4"))).containsExactly(2, 4_000_000_000f);
        assertRefused(FilesOfOthersTest.file("narrow.h5#u8"), "does not hold numbers");
    }

    @Test
    void rowsThatWereNeverWrittenAreRefused() {
        assertRefused(FilesOfOthersTest.file("unwritten.h5#half"), "no numbers for row 2");
        assertRefused(FilesOfOthersTest.file("unwritten.h5#nothing"), "never written");
    }

    @Test
    void aFlippedBitUnderAChecksumIsSeen() throws IOException {
        byte[] bytes = Files.readAllBytes(FilesOfOthersTest.file("new-grows.h5"));
        for (int at = bytes.length - 400; at < bytes.length - 300; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= 1;
            Path file = TestFiles.write(folder.resolve("flipped.h5"), flipped);
            try {
                // either beside all chunks, or seen
                assertThat(TestFiles.readAll(file)[898]).isEqualTo(299.25f - 1);
            } catch (InvalidInputException seen) {
                assertThat(seen).hasMessageContaining("chunk");
            }
        }
    }

    @Test
    void aHeaderThatClaimsGigabytesTakesNoMemory() throws IOException {
        ByteBuffer file = ByteBuffer.allocate(131).order(ByteOrder.LITTLE_ENDIAN);
        file.put(beginning(48)).position(48);
        // an object's header whose messages take 4 GiB
        file.put("OHDR".getBytes(StandardCharsets.ISO_8859_1))
                .put((byte) 2)
                .put((byte) 2)
                .putInt(-1);
        assertCheapAndRefused(file.array());
        // and one whose group has its names in a heap of 8 EiB
        file.position(48);
        file.put("OHDR".getBytes(StandardCharsets.ISO_8859_1))
                .put((byte) 2)
                .put((byte) 0)
                .put((byte) 20)
                .put((byte) 17)
                .putShort((short) 16)
                .put((byte) 0)
                .putLong(80)
                .putLong(80)
                .position(80);
        file.put("HEAP".getBytes(StandardCharsets.ISO_8859_1))
                .putInt(0)
                .putLong(Long.MAX_VALUE)
                .putLong(0)
                .putLong(8);
        assertCheapAndRefused(file.array());
    }

    /** The second version's beginning of a file, up to the address of its root. */
    private static byte[] beginning(long root) {
        ByteBuffer begin = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        begin.put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n', 2, 8, 8, 0});
        return begin.putLong(0).putLong(-1).putLong(131).putLong(root).array();
    }

    @Test
    void linksFromTheRootToItselfAreFollowedOnce() throws IOException {
        Path file = FilesOfOthersTest.file("loop.h5");
        Effort effort = Effort.of(() -> TestFiles.readAll(file));
        assertThat(effort.bytes()).isLessThan(4 << 20);
    }

    @Test
    void chunksThatUnpackToFarMoreThanTheFileAreRefused() throws IOException {
        // of a good file with one packed chunk, the dimensions of chunk and dataset are changed to larger ones
        byte[] bytes = Files.readAllBytes(FilesOfOthersTest.file("packed.hdf5"));
        for (long rows : new long[] {1 << 20, 1 << 28, Integer.MAX_VALUE, Long.MAX_VALUE}) {
            ByteBuffer file = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
            replace(file, longs(5, 3), longs(rows, 3));
            assertCheapAndRefused(file.array());
            replace(file, TestFiles.ints(2, 2, 8), TestFiles.ints((int) Math.min(rows, 1 << 28), 2, 8));
            assertCheapAndRefused(file.array());
        }
    }

    private static byte[] longs(long... values) {
        ByteBuffer out = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        out.asLongBuffer().put(values);
        return out.array();
    }

    private static void replace(ByteBuffer file, byte[] old, byte[] other) {
        for (int at = 0; at + old.length <= file.capacity(); at++) {
            if (file.slice(at, old.length).equals(ByteBuffer.wrap(old))) {
                file.put(at, other);
                return;
            }
        }
        throw new AssertionError("not in the file");
    }

    private void assertCheapAndRefused(byte[] content) throws IOException {
        Path file = TestFiles.write(folder.resolve("x.h5"), content);
        Effort effort = Effort.of(() -> assertRefused(file, "x.h5"));
        assertThat(effort.bytes()).isLessThan(MOST_BYTES);
        assertThat(effort.seconds()).isLessThan(MOST_SECONDS);
    }

    private static void assertRefused(Path file, String saying) {
        assertThatThrownBy(() -> TestFiles.readAll(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(saying);
    }
}

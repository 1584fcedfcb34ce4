package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files of under 1 MB whose descriptions claim a lot: they are refused, in little time and memory. */
class HostileParquetTest {
    private static final int BYTES = 1_000_000;
    private static final long MOST_BYTES = 64 << 20;
    private static final double MOST_SECONDS = 1;

    @TempDir
    Path folder;

    private void assertCheapAndRefused(byte[] description) throws IOException {
        byte[] magic = "PAR1".getBytes(StandardCharsets.US_ASCII);
        Path file = TestFiles.write(
                folder.resolve("x.parquet"),
                TestFiles.join(magic, description, TestFiles.ints(description.length), magic));
        Effort effort = Effort.of(() -> assertThatThrownBy(() -> TestFiles.readAll(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file.toString()));
        assertThat(effort.bytes()).isLessThan(MOST_BYTES);
        assertThat(effort.seconds()).isLessThan(MOST_SECONDS);
    }

    /** The field with this number and type, and then the same bytes again and again. */
    private static byte[] repeated(int field, byte[] head, byte... unit) {
        byte[] all = new byte[BYTES];
        all[0] = (byte) field;
        System.arraycopy(head, 0, all, 1, head.length);
        for (int at = 1 + head.length, i = 0; at < BYTES; at++, i++) {
            all[at] = unit[i % unit.length];
        }
        return all;
    }

    /** A list of structs, as many as the bytes that follow. */
    private static byte[] structs() {
        return new byte[] {(byte) 0xFC, (byte) 0xB0, (byte) 0xBD, 0x3C};
    }

    @Test
    void mapsOfTruthValuesThatTakeNoBytes() throws IOException {
        // each the next field but 14, which is not known: a map that claims 900,000 pairs of truth values
        byte[] map = {(byte) 0xFB, (byte) 0xA0, (byte) 0xF7, 0x36, 0x11};
        assertCheapAndRefused(repeated(0xFB, Arrays.copyOfRange(map, 1, map.length), map));
    }

    @Test
    void columnsWithoutNames() throws IOException {
        assertCheapAndRefused(repeated(0x29, structs(), (byte) 0));
    }

    @Test
    void groupsOfRowsWithoutColumns() throws IOException {
        assertCheapAndRefused(repeated(0x49, structs(), (byte) 0));
    }

    @Test
    void columnsOfGroupsThatAreNowhere() throws IOException {
        byte[] head = TestFiles.join(structs(), new byte[] {0x19}, structs());
        assertCheapAndRefused(repeated(0x49, head, (byte) 0));
    }

    @Test
    void listsInListsInLists() throws IOException {
        assertCheapAndRefused(repeated(0x19, new byte[0], (byte) 0x19));
        assertCheapAndRefused(repeated(0x1C, new byte[0], (byte) 0x1C));
    }

    @Test
    void rowsThatAreNotThere() throws IOException {
        // the count of rows in each group and of values in each column, written as numbers of two bytes, becomes larger
        byte[] good = Files.readAllBytes(FilesOfOthersTest.file("arrow-none-large.parquet"));
        int changed = 0;
        for (int at = good.length - 400; at < good.length - 8; at++) {
            byte[] file = good.clone();
            Arrays.fill(file, at, at + 1, (byte) 0x7E);
            Path path = TestFiles.write(folder.resolve("y.parquet"), file);
            Effort effort = Effort.of(() -> {
                try (Vectors vectors = Vectors.openWithIds(path, Optional.empty(), ReadListener.NONE)) {
                    TestFiles.readAll(vectors);
                } catch (InvalidInputException refused) {
                    assertThat(refused).hasMessageStartingWith(path.toString());
                }
            });
            assertThat(effort.bytes()).isLessThan(MOST_BYTES);
            changed++;
        }
        assertThat(changed).isPositive();
    }
}

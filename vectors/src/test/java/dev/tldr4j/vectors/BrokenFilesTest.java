package dev.tldr4j.vectors;

import static dev.tldr4j.vectors.TestFiles.bytes;
import static dev.tldr4j.vectors.TestFiles.floats;
import static dev.tldr4j.vectors.TestFiles.gzip;
import static dev.tldr4j.vectors.TestFiles.idxHeader;
import static dev.tldr4j.vectors.TestFiles.ints;
import static dev.tldr4j.vectors.TestFiles.join;
import static dev.tldr4j.vectors.TestFiles.npyHeader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenFilesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"x.npy", "x.fvecs", "x.bvecs", "x.ivecs", "x.idx", "x-idx3-ubyte.gz"})
    void anEmptyFileIsRefused(String name) throws IOException {
        assertRefused(name, new byte[0], "is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.npy", "x.fvecs", "x.ivecs", "x.bvecs", "x.idx", "x.idx.gz"})
    void aFileCutAnywhereIsRefused(String name) throws IOException {
        byte[] whole = whole(name);
        Path file = folder.resolve(name);
        TestFiles.write(file, whole);
        assertThat(TestFiles.readAll(file)).containsExactly(1, 2, 3, 4, 5, 6);
        for (int length = 0; length < whole.length; length++) {
            assertRefused(name, Arrays.copyOf(whole, length), "");
        }
    }

    /** One row, so that no cut leaves whole rows of a .fvecs. */
    private static byte[] whole(String name) throws IOException {
        byte[] idx = join(idxHeader(0x08, 2, 3), bytes(1, 2, 3, 4, 5, 6));
        return switch (name) {
            case "x.npy" -> join(npyHeader("<f4", false, "(2, 3)"), floats(1, 2, 3, 4, 5, 6));
            case "x.fvecs" -> join(ints(6), floats(1, 2, 3, 4, 5, 6));
            case "x.ivecs" -> ints(6, 1, 2, 3, 4, 5, 6);
            case "x.bvecs" -> join(ints(6), bytes(1, 2, 3, 4, 5, 6));
            case "x.idx" -> idx;
            default -> gzip(idx);
        };
    }

    @Test
    void truncatedAndOverlongFilesSayWhatWasExpectedAndFound() throws IOException {
        byte[] header = npyHeader("<f4", false, "(2, 3)");
        assertRefused(
                "x.npy",
                join(header, floats(1, 2)),
                "truncated",
                "expected " + (header.length + 24) + " bytes, found " + (header.length + 8));
        assertRefused("x.npy", join(header, floats(1, 2, 3, 4, 5, 6, 7)), "longer", "found " + (header.length + 28));
        assertRefused("x.idx", join(idxHeader(8, 2, 2), bytes(1, 2, 3)), "expected 16 bytes, found 15");
        assertRefused("x.idx", join(idxHeader(8, 2, 2), bytes(1, 2, 3, 4, 5)), "longer", "found 17");
        assertRefused("x.idx.gz", gzip(join(idxHeader(8, 2, 2), bytes(1, 2, 3))), "expected 16 bytes, found 15");
        assertRefused("x.idx.gz", gzip(join(idxHeader(8, 2, 2), bytes(1, 2, 3, 4, 5))), "longer", "found more");
        assertRefused("x.fvecs", join(ints(2), floats(1)), "multiple of 12 bytes", "found 8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "(3, 4); truncated",
                "(2147483647, 4); truncated",
                "(2147483648, 4); 2147483648 rows",
                "(9223372036854775807, 4); rows",
                "(9223372036854775808, 4); cannot be understood",
                "(2, 9223372036854775807); too wide",
                "(2, 3037000500, 3037000500, 4); too wide",
                "(2, 4294967296, 4294967296); too wide",
                "(-2, 4); damaged",
                "(2, -4); damaged",
                "(0, 4); is empty",
                "(2, 0); is empty",
                "(2, 0, 9223372036854775807); is empty",
                "(); single number",
                "(2.0, 4); cannot be understood",
                "(2 4); cannot be understood",
                "(,); cannot be understood",
                "(2,, 4); cannot be understood",
                "[2, 4]; cannot be understood",
                "(2, 4; cannot be understood",
                "None; cannot be understood"
            })
    void aLyingShapeIsRefused(String shape, String saying) throws IOException {
        assertRefused("x.npy", join(npyHeader("<f4", false, shape), new byte[32]), saying);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "garbage",
                "{'descr': '<f4', 'fortran_order': False}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4)",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4)} x",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), 'more': 'y'}",
                "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 4)}",
                "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 4)}",
                "{'descr': <f4, 'fortran_order': False, 'shape': (2, 4)}",
                "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 4)}",
                "{'descr': __import__('os').abort(), 'fortran_order': False, 'shape': (2, 4)}"
            })
    void aHeaderThatIsNotNumpysIsRefused(String dict) throws IOException {
        assertRefused("x.npy", join(npyHeader(1, dict), new byte[32]), "header");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'shape':(2,4),'fortran_order':False,'descr':'<f4'}",
                " { \"descr\" : \"<f4\" , 'shape' : ( 2L , 4L , ) , 'fortran_order' : False , } \n  \n"
            })
    void aHeaderInAnotherOrderOrSpacingIsRead(String dict) throws IOException {
        for (int version = 1; version <= 3; version++) {
            Path file =
                    TestFiles.write(folder.resolve("x.npy"), npyHeader(version, dict), floats(1, 2, 3, 4, 5, 6, 7, 8));
            assertThat(TestFiles.readAll(file)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<u2", "<i2", "<c8", "|f4", "=f4", "f4", "|O", "<U8", "|S4", "", "<f4<f4"})
    void anUnknownTypeIsRefused(String descr) throws IOException {
        assertRefused("x.npy", join(npyHeader(descr, false, "(2, 4)"), new byte[32]), "'" + descr + "'", "known are");
    }

    @Test
    void aFileOfAnotherKindIsNamed() throws IOException {
        byte[] npy = join(npyHeader("<f4", false, "(2, 4)"), new byte[32]);
        for (String name : List.of("x.parquet", "x.hdf5", "x.jsonl", "x.csv", "x.fvecs", "x.idx")) {
            assertRefused(name, npy, "is a NumPy array (.npy), which its name does not say");
        }
        assertRefused("x.npy", "PAR1....PAR1".getBytes(StandardCharsets.US_ASCII), "is a Parquet file");
        assertRefused("x.npy", "id,a,b\n1,2,3\n".getBytes(StandardCharsets.US_ASCII), "is text");
        assertRefused("x.fvecs", bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), "is a gzip file");
        assertRefused("x.npy", bytes('P', 'K', 3, 4, 0, 0, 0, 0, 0, 3), "is a zip archive");
        assertRefused("x.npy", bytes(80, 2, 0, 0, 0, 0, 0, 0, '{', '"'), "safetensors", "name a file of vectors");
    }

    @Test
    void wrongMagicVersionsAndHeaderLengthsAreRefused() throws IOException {
        assertRefused("x.npy", new byte[64], "not a .npy file");
        byte[] good = join(npyHeader("<f4", false, "(2, 4)"), new byte[32]);
        good[6] = 9;
        assertRefused("x.npy", good, "version 9.0");
        byte[] huge = join(bytes(0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0), ints(-1), new byte[100]);
        assertRefused("x.npy", huge, "4294967295 bytes");
        assertRefused("x.idx", bytes(1, 0, 8, 1, 0, 0, 0, 1, 1), "not an IDX file");
        assertRefused("x.idx", join(idxHeader(7, 1, 1), bytes(1)), "not an IDX file");
        assertRefused("x.idx", join(idxHeader(0x0B, 1, 1), bytes(0, 1)), "i2", "save them as");
        assertRefused("x.idx", idxHeader(8), "single number");
        assertRefused("x.idx", idxHeader(8, 0, 3), "is empty");
        assertRefused("x.idx", idxHeader(8, -1, 3), "damaged");
        assertRefused("x.idx", idxHeader(8, 1, Integer.MAX_VALUE, Integer.MAX_VALUE), "too wide");
        assertRefused("x.idx", idxHeader(8, new int[200]), "200 dimensions");
        assertRefused("x.idx", join(idxHeader(8, 3), bytes(1, 2, 3)), "labels");
        assertRefused("x.idx.gz", bytes(1, 2, 3, 4, 5, 6), "not a gzip file");
        assertRefused("x.idx.gz", gzip(new byte[0]), "is empty");
    }

    @Test
    void aPackedFileMayNotClaimMoreThanPackingAllows() throws IOException {
        assertRefused("x.idx.gz", gzip(idxHeader(8, 1 << 20, 1 << 20)), "1099511627788 bytes", "may have");
    }

    @Test
    void aDamagedPackedFileIsRefusedAndLeavesNothingBehind() throws IOException {
        byte[] noise = new byte[10_000];
        new Random(1).nextBytes(noise);
        byte[] packed = gzip(join(idxHeader(8, 100, 100), noise));
        packed[5000] ^= 1;
        assertRefused("leaves-nothing.idx.gz", packed, "gzip");
        assertThat(unpacked("leaves-nothing")).isEmpty();
    }

    @Test
    void rowsOfUnequalWidthAreNamed() throws IOException {
        // 2 + 1 + 3 numbers take as much as three rows of 2
        assertRefused("x.fvecs", join(ints(2), floats(1, 2), ints(1), floats(1), ints(3), floats(1, 2, 3)), "row 2");
        assertRefused("x.fvecs", join(ints(2), floats(1, 2), ints(7), floats(1, 2)), "unequal width", "row 1", "7");
        assertRefused("x.ivecs", ints(0, 0, 0), "is empty");
        assertRefused("x.ivecs", ints(-5, 0, 0), "row 0 claims -5 numbers");
        assertRefused("x.bvecs", ints(Integer.MAX_VALUE), "claims 2147483647 numbers");

        Path middle = TestFiles.write(folder.resolve("middle.ivecs"), ints(1, 10, 9, 11, 1, 12));
        try (Vectors vectors = Vectors.open(middle)) {
            vectors.read(0, 1, FloatBuffer.allocate(1));
            vectors.read(2, 1, FloatBuffer.allocate(1));
            assertThatThrownBy(() -> vectors.read(0, 3, FloatBuffer.allocate(3)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContainingAll("middle.ivecs", "unequal width", "row 1 claims 9");
        }
        assertThatThrownBy(() -> IntRows.read(middle)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void namesThatLeadNowhereAreRefused() throws IOException {
        assertThatThrownBy(() -> Vectors.open(folder.resolve("missing.npy")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> Vectors.open(folder)).isInstanceOf(InvalidInputException.class);
        for (String name : new String[] {"x.txt", "x", "npy", "x.npy.gz", "x.fvecs.bz2"}) {
            assertRefused(
                    name,
                    new byte[10],
                    "known are .npy, .parquet, .jsonl, .csv, .fvecs, .bvecs, .ivecs",
                    "IDX",
                    "to write .copy");
        }
    }

    private void assertRefused(String name, byte[] content, String... saying) throws IOException {
        Path file = TestFiles.write(folder.resolve(name), content);
        assertThatThrownBy(() -> Vectors.open(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(saying)
                .hasMessageStartingWith(file + ": ")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private static Path[] unpacked(String name) throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().contains(name)).toArray(Path[]::new);
        }
    }
}

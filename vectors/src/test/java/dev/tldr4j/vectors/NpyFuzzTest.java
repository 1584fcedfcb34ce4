package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a .npy file holds, it is read or refused, and cheaply. */
class NpyFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.npy");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(
                TestFiles.join(TestFiles.npyHeader("<f4", false, "(2, 3)"), TestFiles.floats(1, 2, 3, 4, 5, 6)),
                TestFiles.join(TestFiles.npyHeader(">f8", false, "(1, 2)"), new byte[16]),
                TestFiles.join(TestFiles.npyHeader("|u1", true, "(3, 1, 2)"), new byte[6]),
                TestFiles.join(
                        TestFiles.npyHeader(2, "{'shape': (2L,), 'descr': '<i8', 'fortran_order': True}"),
                        new byte[16]));
    }
}

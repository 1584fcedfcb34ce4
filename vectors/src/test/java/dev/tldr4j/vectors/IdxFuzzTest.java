package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an IDX file holds, it is read or refused, and cheaply. */
class IdxFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.idx");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(
                TestFiles.join(TestFiles.idxHeader(8, 2, 2), new byte[4]),
                TestFiles.join(TestFiles.idxHeader(0x0D, 1, 2, 1), new byte[8]),
                TestFiles.join(TestFiles.idxHeader(0x0C, 3), new byte[12]));
    }
}

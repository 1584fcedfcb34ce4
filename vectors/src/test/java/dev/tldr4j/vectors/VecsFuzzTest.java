package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an .fvecs file holds, it is read or refused, and cheaply. */
class VecsFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.fvecs");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(TestFiles.ints(2, 1, 2, 2, 3, 4), TestFiles.ints(1, 0), TestFiles.ints(3, 1, 2, 3, 2, 4, 5));
    }
}

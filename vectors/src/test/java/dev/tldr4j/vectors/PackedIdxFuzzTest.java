package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a packed IDX file holds, it is read or refused, and cheaply. */
class PackedIdxFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.idx.gz");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(
                TestFiles.gzip(TestFiles.join(TestFiles.idxHeader(8, 2, 2), new byte[4])),
                TestFiles.gzip(TestFiles.join(TestFiles.idxHeader(8, 100, 1000), new byte[100_000])),
                TestFiles.join(
                        TestFiles.gzip(TestFiles.idxHeader(8, 2, 2)),
                        TestFiles.gzip(new byte[0]),
                        TestFiles.gzip(new byte[4])));
    }
}

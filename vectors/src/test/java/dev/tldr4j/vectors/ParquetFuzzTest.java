package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a Parquet file holds, it is read or refused, and cheaply. */
class ParquetFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.parquet");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return FuzzedFile.samples(".parquet");
    }
}

package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a .csv file holds, it is read or refused, and cheaply. */
class CsvFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.csv");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(
                        "id,v0,v1\n\"a,\"\"b\",1.5,-2e3\n7,1,2\n",
                        "1;2;3\n4;5;6\n",
                        "0\t1\t2\n.5\tnan\t-Infinity\n",
                        "\uFEFFname,1\n\"x\ny\",2\r\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.tldr4j.vectors;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a .jsonl file holds, it is read or refused, and cheaply. */
class JsonLinesFuzzTest {
    private static final FuzzedFile FILE = new FuzzedFile("x.jsonl");

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        FILE.read(content);
    }

    static Stream<byte[]> files() throws IOException {
        return Stream.of(
                        "[1,2.5]\n[-3e2, NaN]\n",
                        "{\"id\":\"a\\u00e4\\ud83d\\ude00\",\"v\":[1.5,-2e3],\"t\":{\"x\":[null,true]}}\n{\"v\":[1,2],\"id\":3}\n",
                        "{\"id\":1,\"v\":[0.1234567890123456789]} {\"id\":2,\"v\":[1e400]}",
                        "\uFEFF[1]")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}

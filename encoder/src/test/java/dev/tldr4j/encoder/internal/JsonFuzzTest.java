package dev.tldr4j.encoder.internal;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a text is, it is JSON that comes back as it was written, or refused. */
class JsonFuzzTest {
    @MethodSource("texts")
    @FuzzTest(maxDuration = "1m")
    void aTextIsJsonOrRefused(byte[] content) {
        Object value;
        try {
            value = Json.parse(new String(content, StandardCharsets.UTF_8));
        } catch (Json.SyntaxException e) {
            if (e.getMessage().contains("\n") || e.getMessage().length() > 1000) {
                throw new AssertionError("not one line: " + e.getMessage());
            }
            return;
        }
        String written = Json.write(value);
        if (!written.equals(Json.write(Json.parse(written)))) {
            throw new AssertionError("does not come back: " + written);
        }
    }

    static Stream<byte[]> texts() {
        return Stream.of(
                        "{\"a\":[1,-2.5e3,true,false,null],\"b\":{\"ä\":\"\\u00e4\\ud83d\\ude00\\n\"}}",
                        "[[[[0.1,1E400,-0,9223372036854775808]]]]",
                        "\"\\\"\\\\\\/\\b\\f\"")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void readsEveryKindOfValue() {
        Object value = Json.parse(" {\"a\" : [1, -2.5, 1e3, true, false, null],\n\t\"b\":{}, \"c\":[],\"d\":\"x\"}\r ");

        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, 1000.0, true, false, null));
        expected.put("b", Map.of());
        expected.put("c", List.of());
        expected.put("d", "x");
        assertThat(value).isEqualTo(expected);
        assertThat(new ArrayList<>(((Map<?, ?>) value).keySet())).isEqualTo(List.of("a", "b", "c", "d"));
    }

    @Test
    void readsNumbersAtTheirLimits() {
        assertThat(Json.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(Json.parse("9223372036854775808")).isEqualTo(9.223372036854775808e18);
        assertThat(Json.parse("0")).isEqualTo(0L);
        assertThat(Json.parse("-0.0E-0")).isEqualTo(-0.0);
        assertThat(Json.parse("4.9E-324")).isEqualTo(Double.MIN_VALUE);
    }

    @Test
    void readsEscapes() {
        assertThat(Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00fC\\ud83d\\ude00\""))
                .isEqualTo("\"\\/\b\f\n\r\tü\uD83D\uDE00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[",
                "]",
                "[1",
                "[1,",
                "[1,]",
                "[,]",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "{\"a\" 1}",
                "[1 2]",
                "1 2",
                "01",
                "-",
                "+1",
                ".5",
                "1.",
                "1e",
                "1e+",
                "0x1",
                "NaN",
                "Infinity",
                "-Infinity",
                "1e999",
                "tru",
                "nul",
                "True",
                "'a'",
                "\"",
                "\"a",
                "\"\\\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u+123\"",
                "\"\n\"",
                "\"\u0000\"",
                "\"\\ud800\"",
                "\"\\ud800x\"",
                "\"\\udc00\\ud800\"",
                "\u00a01",
                "1\u2003",
                "// c\n1",
                "\uffff",
                "\ufeff1",
                "\u0661"
            })
    void refusesWhatIsNotJson(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(Json.SyntaxException.class)
                .hasMessageContaining("invalid JSON");
    }

    @Test
    void refusesKeysThatAreThereTwice() {
        assertThatThrownBy(() -> Json.parse("{\"key\":1,\"\\u006bey\":2}"))
                .isInstanceOf(Json.SyntaxException.class)
                .hasMessageContaining("\"key\"")
                .hasMessageContaining("character 9");
    }

    @Test
    void refusesDeepNesting() {
        assertThat(Json.parse("[".repeat(64) + "]".repeat(64))).isInstanceOf(List.class);
        assertThat(Json.parse("[" + "[[]],".repeat(100) + "[]]")).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.parse("[".repeat(65) + "]".repeat(65)))
                .isInstanceOf(Json.SyntaxException.class)
                .hasMessageContaining("nesting");
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(1_000_000))).isInstanceOf(Json.SyntaxException.class);
    }

    @Test
    void writesEveryKindOfValue() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("z", 1);
        value.put("a", Arrays.asList(0.1f, 0.1, 1L << 40, true, null));
        value.put("ints", new int[] {1, 2});
        value.put("rows", new float[][] {{1.5f}, {}});
        value.put("none", Map.of());
        value.put("big", List.of(new BigDecimal("1E+400"), BigInteger.TEN.pow(20)));
        assertThat(Json.write(value))
                .isEqualTo("{\"z\":1,\"a\":[0.1,0.1,1099511627776,true,null],\"ints\":[1,2],\"rows\":[[1.5],[]],"
                        + "\"none\":{},\"big\":[1E+400,100000000000000000000]}");
    }

    @Test
    void writesNullForNumbersThatJsonHasNot() {
        assertThat(Json.write(new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}))
                .isEqualTo("[null,null,null]");
        assertThat(Json.write(List.of(Float.NaN, Float.NEGATIVE_INFINITY))).isEqualTo("[null,null]");
    }

    @Test
    void escapesWhatMustBeEscaped() {
        assertThat(Json.write("\"\\\n\r\t\b\u0000\u001f\u007f\u2028/ü\uD83D\uDE00\ud800"))
                .isEqualTo("\"\\\"\\\\\\n\\r\\t\\u0008\\u0000\\u001f\\u007f\\u2028/ü\uD83D\uDE00\\ud800\"");
        assertThat(Json.write(Map.of("\n", 1))).isEqualTo("{\"\\n\":1}");
    }

    @Test
    void refusesToWriteWhatHasNoJson() {
        assertThatThrownBy(() -> Json.write(new Object())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.write(Map.of(1, 2))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void quotesForMessagesOnOneShortLine() {
        assertThat(Json.quote("a\nb")).isEqualTo("\"a\\nb\"");
        assertThat(Json.quote("x".repeat(1000))).isEqualTo("\"" + "x".repeat(80) + "…\"");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void readsWhatItWrote(@ForAll("values") Object value) {
        assertThat(Json.parse(Json.write(value))).isEqualTo(value);
    }

    @Property(tries = 500)
    void noiseIsRefusedOrRead(@ForAll String noise) {
        try {
            Json.parse(noise);
        } catch (Json.SyntaxException e) {
            assertThat(e.getMessage()).startsWith("invalid JSON: ");
        }
    }

    @Provide
    Arbitrary<Object> values() {
        return values(3);
    }

    private static Arbitrary<Object> values(int depth) {
        Arbitrary<String> text = Arbitraries.strings().ofMaxLength(20).filter(string -> string.codePoints()
                .noneMatch(c -> c >= 0xd800 && c <= 0xdfff));
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                text.asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.doubles().asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.just((Object) null));
        if (depth == 0) {
            return leaves;
        }
        return Arbitraries.oneOf(
                leaves,
                values(depth - 1).list().ofMaxSize(4).asGeneric(),
                Arbitraries.maps(text, values(depth - 1)).ofMaxSize(4).asGeneric());
    }
}

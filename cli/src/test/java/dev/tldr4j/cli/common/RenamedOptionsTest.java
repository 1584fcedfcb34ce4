package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RenamedOptionsTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private String[] replaced(String... arguments) {
        return RenamedOptions.replaceIn(arguments, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void anOptionByItsEarlierNameIsTakenAndALineSaysTheNewOne() {
        assertThat(replaced("encode", "--l2", "--metric", "l2"))
                .containsExactly("encode", "--normalize", "--metric", "l2");
        assertThat(said).hasToString("note: --l2 is called --normalize now\n");
    }

    @Test
    void itsValueIsKept() {
        assertThat(replaced("fit", "--norm-pace=2")).containsExactly("fit", "--norm-learning-rate=2");
        assertThat(replaced("fit", "--norm-pace", "2")).containsExactly("fit", "--norm-learning-rate", "2");
    }

    @Test
    void quietSaysNothing() {
        assertThat(replaced("compare", "--no-l2", "--quiet")).containsExactly("compare", "--no-normalize", "--quiet");
        assertThat(said.size()).isZero();
    }
}

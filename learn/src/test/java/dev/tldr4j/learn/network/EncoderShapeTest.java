package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderShapeTest {

    @ParameterizedTest
    @ValueSource(strings = {"linear", "flinear-1-512", "mlp-1-2048", "mlp-12-16384"})
    void namesAreReadAndWritten(String name) {
        assertThat(EncoderShape.parse(name)).hasToString(name);
    }

    @Test
    void onlyAnMlpHasReLUs() {
        assertThat(EncoderShape.parse("mlp-1-64")).isEqualTo(new EncoderShape(1, 64, true));
        assertThat(EncoderShape.parse("flinear-2-64")).isEqualTo(new EncoderShape(2, 64, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "none",
                "mlp",
                "mlp-0-64",
                "mlp-1-0",
                "mlp-1-16385",
                "linear-1-64",
                "fmlp-1-64",
                "flinear",
                "mlp-1"
            })
    void otherNamesAreRefusedWithWhatIsAllowed(String name) {
        assertThatThrownBy(() -> EncoderShape.parse(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("flinear-LAYERS-WIDTH")
                .hasMessageContaining("mlp-LAYERS-WIDTH");
    }
}

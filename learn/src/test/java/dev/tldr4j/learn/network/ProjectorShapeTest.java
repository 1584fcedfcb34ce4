package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectorShapeTest {

    @ParameterizedTest
    @ValueSource(strings = {"none", "mlp-0-64", "mlp-2-2048", "mlp-3-16384"})
    void namesAreReadAndWritten(String name) {
        assertThat(ProjectorShape.parse(name)).hasToString(name);
    }

    @Test
    void linearIsOneLayerOfAUsualWidth() {
        assertThat(ProjectorShape.parse("linear")).isEqualTo(new ProjectorShape(0, 2048));
    }

    @Test
    void layersAndWidth() {
        assertThat(ProjectorShape.parse("mlp-2-512")).isEqualTo(new ProjectorShape(2, 512));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "mlp", "mlp-2", "mlp-2-0", "mlp-2-16385", "mlp--1-64", "linear-3", "MLP-2-64", "mlp-2-64 "})
    void otherNamesAreRefusedWithWhatIsAllowed(String name) {
        assertThatThrownBy(() -> ProjectorShape.parse(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("mlp-LAYERS-WIDTH");
    }
}

package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AffineTest {
    @Test
    void givesBackWhatItWasMadeFrom() {
        float[] weight = {1, 2, 3, 4, 5, 6};
        Affine affine = new Affine(weight, new float[] {7, 8});

        assertThat(affine.inputDims()).isEqualTo(3);
        assertThat(affine.outputDims()).isEqualTo(2);
        assertThat(affine.weight()).containsExactly(weight);
        assertThat(affine.bias()).containsExactly(7, 8);
    }

    @Test
    void cannotBeChangedThroughItsArrays() {
        float[] weight = {1, 2};
        float[] bias = {3};
        Affine affine = new Affine(weight, bias);
        weight[0] = 99;
        bias[0] = 99;
        affine.weight()[1] = 99;
        affine.bias()[0] = 99;

        assertThat(affine.weight()).containsExactly(1, 2);
        assertThat(affine.bias()).containsExactly(3);
    }

    @Test
    void refusesSizesThatDoNotFit() {
        assertThatThrownBy(() -> new Affine(new float[7], new float[3]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("7 numbers")
                .hasMessageContaining("3 of the bias");
        assertThatThrownBy(() -> new Affine(new float[0], new float[3])).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new Affine(new float[3], new float[0]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("bias is empty");
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void refusesNumbersThatAreNotFinite(float bad) {
        assertThatThrownBy(() -> new Affine(new float[] {1, bad}, new float[] {1}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(String.valueOf(bad));
        assertThatThrownBy(() -> new Affine(new float[] {1, 1}, new float[] {bad}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(String.valueOf(bad));
    }
}

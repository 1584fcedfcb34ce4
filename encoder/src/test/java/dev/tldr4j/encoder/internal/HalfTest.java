package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfTest {
    @Test
    void knownHalvesAreDecoded() {
        assertThat(Half.toFloat((short) 0x3C00)).isEqualTo(1);
        assertThat(Half.toFloat((short) 0xC000)).isEqualTo(-2);
        assertThat(Half.toFloat((short) 0x3555)).isEqualTo(0.33325195f);
        assertThat(Half.toFloat((short) 0x7BFF)).isEqualTo(65504);
        assertThat(Half.toFloat((short) 0x0001)).isEqualTo(0x1p-24f);
        assertThat(Half.toFloat((short) 0x0400)).isEqualTo(0x1p-14f);
        assertThat(Half.toFloat((short) 0x7C00)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(Half.toFloat((short) 0xFC00)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Half.toFloat((short) 0x7E00)).isNaN();
    }

    @Test
    void everyFiniteHalfIsItself() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = Half.toFloat((short) bits);
            if (Float.isFinite(value)) {
                assertThat(Half.of(value)).isEqualTo((short) bits);
            }
        }
    }

    @Test
    void roundsToTheNearestAndTiesToEven() {
        // between two neighbours a and b: just below the middle to a, just above to b, the middle to the even one
        for (int bits = 0; bits < 0x7BFF; bits++) {
            double middle = (Half.toFloat((short) bits) + (double) Half.toFloat((short) (bits + 1))) / 2;
            assertThat(Half.of(Math.nextDown(middle))).isEqualTo((short) bits);
            assertThat(Half.of(Math.nextUp(middle))).isEqualTo((short) (bits + 1));
            assertThat(Half.of(middle)).isEqualTo((short) (bits % 2 == 0 ? bits : bits + 1));
        }
        assertThat(Half.toFloat(Half.of(Math.nextDown(Half.OVERFLOW)))).isEqualTo(65504);
    }
}

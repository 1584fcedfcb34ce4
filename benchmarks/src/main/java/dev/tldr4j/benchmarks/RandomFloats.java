package dev.tldr4j.benchmarks;

import java.util.SplittableRandom;

/** Numbers to measure with: from −½ to ½, the same in every run. */
final class RandomFloats {
    private RandomFloats() {}

    static float[] of(int count) {
        SplittableRandom random = new SplittableRandom(count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble() - 0.5f;
        }
        return values;
    }
}

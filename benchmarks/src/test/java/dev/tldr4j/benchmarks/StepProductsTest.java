package dev.tldr4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepProductsTest {

    @Test
    void theOperationsOfAStepAreCounted() {
        // R = 2048 rows of two views. Encoder 2048 → 128, without the gradient of its input: 2 · 2·R·2048·128 = 2.1
        // GFLOP;
        // 128 → 2048: 3 · 2·R·128·2048 = 3.2; twice 2048 → 2048: 6 · 2·R·2048² = 103.1;
        // loss: per view 1024²·2048 for the Gram matrix and twice that for the product, 12.9 in all
        StepProducts products = new StepProducts(2048, new int[] {2048, 128, 2048, 2048, 2048});
        assertThat(products.gigaflop()).isEqualTo(121);
    }
}

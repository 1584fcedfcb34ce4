package dev.tldr4j.cuda.internal;

import org.junit.jupiter.api.Assumptions;

/** The card that tests need. */
final class Card {
    private Card() {}

    /** Skips the tests where there is none, saying so. */
    static void require() {
        try {
            Gpu.open().close();
        } catch (CudaException e) {
            // the build shows skipped classes by their number alone
            System.out.println("tests on a card are skipped: " + e.getMessage());
            Assumptions.abort("no card to test on: " + e.getMessage());
        }
    }
}

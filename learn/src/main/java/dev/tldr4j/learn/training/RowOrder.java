package dev.tldr4j.learn.training;

/**
 * A random order of the numbers 0 to n - 1, computed place by place from a seed: no array of n numbers is held, and any
 * place can be asked for without those before it.
 *
 * <p>A Feistel network permutes the next larger power of four; numbers outside the range are sent through again until they
 * fall inside (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002).
 */
final class RowOrder {
    private static final int ROUNDS = 4;

    private final int n;
    private final long seed;
    private final int halfBits;
    private final long halfMask;

    RowOrder(int n, long seed) {
        this.n = n;
        this.seed = seed;
        int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, n - 1));
        this.halfBits = (bits + 1) / 2;
        this.halfMask = (1L << halfBits) - 1;
    }

    /** The number at a place of the order. */
    int at(int place) {
        long value = place;
        do {
            value = permute(value);
        } while (value >= n);
        return (int) value;
    }

    private long permute(long value) {
        long left = value >>> halfBits;
        long right = value & halfMask;
        for (int round = 0; round < ROUNDS; round++) {
            long next = left ^ (mix(seed + round, right) & halfMask);
            left = right;
            right = next;
        }
        return left << halfBits | right;
    }

    /** A number that looks random and depends on both arguments alone (the finalizer of SplitMix64). */
    static long mix(long seed, long value) {
        long z = seed * 0x9E3779B97F4A7C15L + value * 0xD1B54A32D192ED03L + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

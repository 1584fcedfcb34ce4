package dev.tldr4j.spark.rows;

/**
 * A number that looks random and depends on a vector's numbers and a seed alone. Rows are drawn and dealt out by it, so that
 * neither depends on the order of the table, on its partitions, or on which task came first.
 */
public final class ContentHash {
    private ContentHash() {}

    public static long of(float[] vector, long seed) {
        long hash = mix(seed + 0x9E3779B97F4A7C15L);
        for (float value : vector) {
            hash = mix(hash ^ Float.floatToIntBits(value)) + 0x9E3779B97F4A7C15L;
        }
        return mix(hash);
    }

    /** The finalizer of SplitMix64. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

package dev.tldr4j.benchmarks;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * What the cores can do at best, whatever the library: fused multiply-adds that never leave the registers, and floats read from
 * memory that no cache holds. Twelve independent sums hide a latency of four to six cycles on two units.
 */
final class CoreLimit {
    private static final VectorSpecies<Float> WIDE = FloatVector.SPECIES_512;
    private static final VectorSpecies<Float> NARROW = FloatVector.SPECIES_256;
    private static final VectorSpecies<Float> BEST = FloatVector.SPECIES_PREFERRED;
    private static final int SUMS = 12;
    private static final int ROUNDS = 4_000_000;

    /** Floats that a thread reads: more than a cache of the third level holds. */
    private static final int FLOATS = 1 << 26;

    private static final int TIMES = 5;

    private CoreLimit() {}

    /** Billions of operations a second of all threads together, of the better width. */
    static double gigaflops(int threads) {
        return has512Bits() ? gigaflops512(threads) : gigaflops256(threads);
    }

    static boolean has512Bits() {
        return BEST.vectorBitSize() >= 512;
    }

    static double gigaflops512(int threads) {
        return gigaflops(threads, WIDE, () -> multiplyAdds512(0.3f));
    }

    static double gigaflops256(int threads) {
        return gigaflops(threads, NARROW, () -> multiplyAdds256(0.3f));
    }

    private static double gigaflops(int threads, VectorSpecies<Float> species, Callable<Float> work) {
        double operations = 2.0 * SUMS * species.length() * ROUNDS;
        return threads * operations / bestSeconds(threads, work) / 1e9;
    }

    /** Billions of bytes a second that all threads together read. */
    static double gigabytesRead(int threads) {
        float[][] values = new float[threads][FLOATS];
        List<Callable<Float>> works = IntStream.range(0, threads)
                .<Callable<Float>>mapToObj(i -> () -> sum(values[i]))
                .collect(Collectors.toList());
        return threads * (double) FLOATS * Float.BYTES / bestSeconds(works) / 1e9;
    }

    private static double bestSeconds(int threads, Callable<Float> work) {
        return bestSeconds(IntStream.range(0, threads).mapToObj(i -> work).collect(Collectors.toList()));
    }

    /** Of all works at once, the quickest of several times: what is slower was disturbed. */
    private static double bestSeconds(List<Callable<Float>> works) {
        ExecutorService pool = Executors.newFixedThreadPool(works.size());
        try {
            double best = Double.POSITIVE_INFINITY;
            for (int i = 0; i < TIMES; i++) {
                long begin = System.nanoTime();
                for (Future<Float> done : pool.invokeAll(works)) {
                    if (Float.isNaN(done.get())) {
                        throw new AssertionError("the sums are finite");
                    }
                }
                best = Math.min(best, (System.nanoTime() - begin) / 1e9);
            }
            return best;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            pool.shutdown();
        }
    }

    // a width must be a constant where it is used: a method each
    private static float multiplyAdds512(float start) {
        FloatVector x = FloatVector.broadcast(WIDE, start);
        FloatVector y = FloatVector.broadcast(WIDE, 1 - start);
        FloatVector s0 = x;
        FloatVector s1 = x;
        FloatVector s2 = x;
        FloatVector s3 = x;
        FloatVector s4 = x;
        FloatVector s5 = x;
        FloatVector s6 = x;
        FloatVector s7 = x;
        FloatVector s8 = x;
        FloatVector s9 = x;
        FloatVector s10 = x;
        FloatVector s11 = x;
        for (int i = 0; i < ROUNDS; i++) {
            s0 = s0.fma(y, x);
            s1 = s1.fma(y, x);
            s2 = s2.fma(y, x);
            s3 = s3.fma(y, x);
            s4 = s4.fma(y, x);
            s5 = s5.fma(y, x);
            s6 = s6.fma(y, x);
            s7 = s7.fma(y, x);
            s8 = s8.fma(y, x);
            s9 = s9.fma(y, x);
            s10 = s10.fma(y, x);
            s11 = s11.fma(y, x);
        }
        return s0.add(s1)
                .add(s2)
                .add(s3)
                .add(s4)
                .add(s5)
                .add(s6)
                .add(s7)
                .add(s8)
                .add(s9)
                .add(s10)
                .add(s11)
                .reduceLanes(VectorOperators.ADD);
    }

    // a width must be a constant where it is used: a method each
    private static float multiplyAdds256(float start) {
        FloatVector x = FloatVector.broadcast(NARROW, start);
        FloatVector y = FloatVector.broadcast(NARROW, 1 - start);
        FloatVector s0 = x;
        FloatVector s1 = x;
        FloatVector s2 = x;
        FloatVector s3 = x;
        FloatVector s4 = x;
        FloatVector s5 = x;
        FloatVector s6 = x;
        FloatVector s7 = x;
        FloatVector s8 = x;
        FloatVector s9 = x;
        FloatVector s10 = x;
        FloatVector s11 = x;
        for (int i = 0; i < ROUNDS; i++) {
            s0 = s0.fma(y, x);
            s1 = s1.fma(y, x);
            s2 = s2.fma(y, x);
            s3 = s3.fma(y, x);
            s4 = s4.fma(y, x);
            s5 = s5.fma(y, x);
            s6 = s6.fma(y, x);
            s7 = s7.fma(y, x);
            s8 = s8.fma(y, x);
            s9 = s9.fma(y, x);
            s10 = s10.fma(y, x);
            s11 = s11.fma(y, x);
        }
        return s0.add(s1)
                .add(s2)
                .add(s3)
                .add(s4)
                .add(s5)
                .add(s6)
                .add(s7)
                .add(s8)
                .add(s9)
                .add(s10)
                .add(s11)
                .reduceLanes(VectorOperators.ADD);
    }

    private static float sum(float[] values) {
        int lanes = BEST.length();
        FloatVector a = FloatVector.zero(BEST);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        for (int i = 0; i + 4 * lanes <= values.length; i += 4 * lanes) {
            a = a.add(FloatVector.fromArray(BEST, values, i));
            b = b.add(FloatVector.fromArray(BEST, values, i + lanes));
            c = c.add(FloatVector.fromArray(BEST, values, i + 2 * lanes));
            d = d.add(FloatVector.fromArray(BEST, values, i + 3 * lanes));
        }
        return a.add(b).add(c.add(d)).reduceLanes(VectorOperators.ADD);
    }
}

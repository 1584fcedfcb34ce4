package dev.tldr4j.benchmarks;

import dev.tldr4j.encoder.Encoder;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * One vector of 768 numbers encoded to 128 in plain Java, wanted in at most 20 µs, beside the memory traffic that it cannot
 * do without: one pass over as many weights.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SingleVector {
    private static final int INPUTS = 768;
    private static final int OUTPUTS = 128;

    private final float[] weights = RandomFloats.of(INPUTS * OUTPUTS);
    private final float[] copy = new float[INPUTS * OUTPUTS];
    private final float[] vector = RandomFloats.of(INPUTS);
    private final float[] output = new float[OUTPUTS];
    private final Encoder encoder = Encoder.affine(weights, new float[OUTPUTS], Map.of());
    private final Encoder normalized = encoder.normalized();

    @Benchmark
    public float[] encode() {
        encoder.encode(vector, output);
        return output;
    }

    @Benchmark
    public float[] encodeNormalized() {
        normalized.encode(vector, output);
        return output;
    }

    @Benchmark
    public float[] copyAsManyWeights() {
        System.arraycopy(weights, 0, copy, 0, weights.length);
        return copy;
    }

    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder().include(SingleVector.class.getName()).build()).run();
    }
}

package dev.tldr4j.benchmarks;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.export.Export;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * One vector encoded in plain Java by one thread, beside ONNX Runtime with the exported encoder, and beside the memory traffic
 * that nobody can do without: one pass over as many weights. Medians, which other work on the machine disturbs least.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SingleVector {
    @State(Scope.Benchmark)
    public static class Material {
        @Param({"768x128", "1536x256"})
        public String shape;

        float[] weights;
        float[] copy;
        float[] vector;
        float[] output;
        Encoder encoder;
        Encoder normalized;

        @Setup
        public void make() {
            String[] dims = shape.split("x");
            int inputs = Integer.parseInt(dims[0]);
            int outputs = Integer.parseInt(dims[1]);
            weights = RandomFloats.of(inputs * outputs);
            copy = new float[weights.length];
            vector = RandomFloats.of(inputs);
            output = new float[outputs];
            encoder = Encoder.affine(weights, new float[outputs], Map.of());
            normalized = encoder.normalized();
        }
    }

    /** The same encoder in ONNX Runtime, on one thread. */
    @State(Scope.Benchmark)
    public static class Onnx {
        private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
        private OrtSession session;
        private OrtSession normalized;
        private FloatBuffer inputBuffer;
        private FloatBuffer outputBuffer;
        private Map<String, OnnxTensor> input;
        private Map<String, OnnxTensor> output;

        @Setup
        public void load(Material material) throws IOException, OrtException {
            session = session(material.encoder);
            normalized = session(material.normalized);
            inputBuffer = direct(material.vector.length);
            outputBuffer = direct(material.output.length);
            input = Map.of("vectors", OnnxTensor.createTensor(environment, inputBuffer, row(material.vector)));
            output = Map.of("encoded", OnnxTensor.createTensor(environment, outputBuffer, row(material.output)));
        }

        @TearDown
        public void close() throws OrtException {
            session.close();
            normalized.close();
        }

        float[] run(OrtSession session, float[] vector) throws OrtException {
            try (OnnxTensor tensor = OnnxTensor.createTensor(environment, new float[][] {vector});
                    OrtSession.Result result = session.run(Map.of("vectors", tensor))) {
                return ((float[][]) result.get(0).getValue())[0];
            }
        }

        private OrtSession session(Encoder encoder) throws IOException, OrtException {
            Path file = Files.createTempFile("encoder", ".onnx");
            try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                Export.onnx(encoder, file);
                options.setIntraOpNumThreads(1);
                options.setInterOpNumThreads(1);
                return environment.createSession(file.toString(), options);
            } finally {
                Files.delete(file);
            }
        }

        private static FloatBuffer direct(int floats) {
            return ByteBuffer.allocateDirect(floats * Float.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
        }

        private static long[] row(float[] vector) {
            return new long[] {1, vector.length};
        }
    }

    @Benchmark
    public float[] encode(Material material) {
        material.encoder.encode(material.vector, material.output);
        return material.output;
    }

    @Benchmark
    public float[] encodeNormalized(Material material) {
        material.normalized.encode(material.vector, material.output);
        return material.output;
    }

    /** As its documentation has it: an array in, an array out. */
    @Benchmark
    public float[] onnxRuntime(Material material, Onnx onnx) throws OrtException {
        return onnx.run(onnx.session, material.vector);
    }

    @Benchmark
    public float[] onnxRuntimeNormalized(Material material, Onnx onnx) throws OrtException {
        return onnx.run(onnx.normalized, material.vector);
    }

    /** With less copying. */
    @Benchmark
    public float[] onnxRuntimeWithBuffers(Material material, Onnx onnx) throws OrtException {
        try (OnnxTensor input = OnnxTensor.createTensor(
                        onnx.environment, FloatBuffer.wrap(material.vector), Onnx.row(material.vector));
                OrtSession.Result result = onnx.session.run(Map.of("vectors", input))) {
            ((OnnxTensor) result.get(0)).getFloatBuffer().get(material.output);
        }
        return material.output;
    }

    /** As quick as it can be had: buffers outside the heap that are made once and shared with it. */
    @Benchmark
    public float[] onnxRuntimeWithItsOwnBuffers(Material material, Onnx onnx) throws OrtException {
        onnx.inputBuffer.put(0, material.vector);
        onnx.session.run(onnx.input, onnx.output).close();
        onnx.outputBuffer.get(0, material.output);
        return material.output;
    }

    @Benchmark
    public float[] copyAsManyWeights(Material material) {
        System.arraycopy(material.weights, 0, material.copy, 0, material.weights.length);
        return material.copy;
    }

    public static void main(String[] args) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(SingleVector.class.getName() + "\\.")
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
        report(results, "768x128", 12);
        report(results, "1536x256", 60);
    }

    private static void report(Collection<RunResult> results, String shape, double limit) {
        double ours = median(results, "encode", shape);
        System.out.printf("%s: %.2f µs (at most %.0f wanted: %s)%n", shape, ours, limit, met(ours <= limit));
        double bytes = bytesAllocated(results, "encode", shape);
        // No object has fewer than 16; what is there is the measurement's own.
        System.out.printf("  allocates %.1f bytes (fewer than 16 wanted, so no object: %s)%n", bytes, met(bytes < 16));
        compare(results, "encode", "onnxRuntime", shape);
        compare(results, "encodeNormalized", "onnxRuntimeNormalized", shape);
        compare(results, "encode", "onnxRuntimeWithBuffers", shape);
        compare(results, "encode", "onnxRuntimeWithItsOwnBuffers", shape);
    }

    private static void compare(Collection<RunResult> results, String ours, String peer, String shape) {
        double time = median(results, ours, shape);
        double peerTime = median(results, peer, shape);
        System.out.printf(
                "  %s %.2f µs, %s %.2f µs: ratio %.2f (at most 0.50 wanted: %s)%n",
                ours, time, peer, peerTime, time / peerTime, met(time <= peerTime / 2));
    }

    private static String met(boolean met) {
        return met ? "met" : "MISSED";
    }

    private static double median(Collection<RunResult> results, String benchmark, String shape) {
        return find(results, benchmark, shape)
                .getPrimaryResult()
                .getStatistics()
                .getPercentile(50);
    }

    private static double bytesAllocated(Collection<RunResult> results, String benchmark, String shape) {
        return find(results, benchmark, shape)
                .getSecondaryResults()
                .get("gc.alloc.rate.norm")
                .getScore();
    }

    private static RunResult find(Collection<RunResult> results, String benchmark, String shape) {
        return results.stream()
                .filter(result -> result.getParams().getBenchmark().endsWith("." + benchmark)
                        && result.getParams().getParam("shape").equals(shape))
                .findFirst()
                .orElseThrow();
    }
}

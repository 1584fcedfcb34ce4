package dev.tldr4j.benchmarks;

import dev.tldr4j.encoder.Encoder;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * From {@link Encoder#load} to the first encoded vector, in a JVM that has just started and does nothing else before:
 * an encoder of 2048 × 256, from the system's cache. One JVM after the other; the median, wanted below 50 ms.
 */
public final class ColdStart {
    private static final int INPUTS = 2048;
    private static final int OUTPUTS = 256;
    private static final int STARTS = 31;
    private static final double LIMIT_MS = 50;

    private ColdStart() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Files.createTempFile("encoder", ".safetensors");
        try {
            Encoder.affine(RandomFloats.of(INPUTS * OUTPUTS), new float[OUTPUTS], Map.of("method", "tldr"))
                    .save(file);
            double[] times = new double[STARTS];
            for (int start = 0; start < STARTS; start++) {
                times[start] = millisecondsInANewJvm(file);
            }
            Arrays.sort(times);
            double median = times[STARTS / 2];
            System.out.printf(
                    "from load to the first vector, %d × %d, in %d new JVMs: median %.1f ms, from %.1f to %.1f%n",
                    INPUTS, OUTPUTS, STARTS, median, times[0], times[STARTS - 1]);
            System.out.printf("below %.0f ms wanted: %s%n", LIMIT_MS, median < LIMIT_MS ? "met" : "MISSED");
        } finally {
            Files.delete(file);
        }
    }

    private static double millisecondsInANewJvm(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        home(ColdStart.class) + File.pathSeparator + home(Encoder.class),
                        Once.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String nanoseconds = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the new JVM failed");
        }
        return Long.parseLong(nanoseconds.strip()) / 1e6;
    }

    /** The jar or folder of a class: the JVM shall not look through those of all measurements. */
    private static Path home(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** What runs in the new JVM. */
    static final class Once {
        private Once() {}

        public static void main(String[] args) throws IOException {
            float[] vector = new float[INPUTS];
            Arrays.fill(vector, 0.5f);
            long begin = System.nanoTime();
            float[] encoded = Encoder.load(Path.of(args[0])).encode(vector);
            long end = System.nanoTime();
            if (encoded.length != OUTPUTS) {
                throw new IllegalStateException("not the encoder of this measurement");
            }
            System.out.println(end - begin);
        }
    }
}

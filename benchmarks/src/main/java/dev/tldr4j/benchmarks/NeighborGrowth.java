package dev.tldr4j.benchmarks;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.SplittableRandom;

/**
 * How the time of the neighbour search that {@code auto} chooses grows with the number of rows: 40, 80, 160 and 320 thousand
 * of a mixture of 128 dimensions, or as many as the arguments say. Prints the exponent a of the power n^a that fits best.
 */
public final class NeighborGrowth {
    private static final int DIMS = 128;
    private static final int CLUSTERS = 1000;
    private static final int NEIGHBORS = 5;
    private static final int THREADS = 2;

    private NeighborGrowth() {}

    public static void main(String[] args) throws IOException {
        int[] sizes = args.length == 0
                ? new int[] {40_000, 80_000, 160_000, 320_000}
                : java.util.Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        Path folder = Files.createTempDirectory("tldr4j-growth");
        try {
            if (sizes.length > 1) {
                search(folder, sizes[0], 1); // so that the first measurement is of compiled code
            }
            double[] seconds = new double[sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                seconds[i] = search(folder, sizes[i], 0);
            }
            if (sizes.length > 1) {
                double exponent = slope(sizes, seconds);
                System.out.printf(
                        "time grows with n^%.2f (at most n^1.25 wanted: %s)%n",
                        exponent, exponent <= 1.25 ? "met" : "MISSED");
            }
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static double search(Path folder, int rows, long seed) throws IOException {
        Path file = folder.resolve(rows + ".npy");
        write(file, rows);
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        long begin = System.nanoTime();
        NeighborSearch.Found found;
        try (Vectors vectors = Vectors.open(file)) {
            found = new NeighborSearch(Metric.L2, SearchMethod.AUTO, NeighborSearch.USUAL_RECALL, 16, THREADS, seed)
                    .graph(vectors, NEIGHBORS, ProgressListener.SILENT);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                "%d × %d, k %d, %d threads: %.1f s, %s, recall %.3f, at most %d MB of heap, %s%n",
                rows,
                DIMS,
                NEIGHBORS,
                THREADS,
                seconds,
                found.method(),
                found.recall(),
                peakHeap() >> 20,
                residentPeak());
        Files.delete(file);
        return seconds;
    }

    /** The sum of what each part of the heap held at most, so at least what the heap did. */
    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    /** What the process has had in memory at most until now, mapped files included, where the system tells. */
    private static String residentPeak() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return "resident memory unknown";
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .map(line -> "resident so far at most " + line.replaceAll("[^0-9]", "") + " kB")
                .findAny()
                .orElseThrow();
    }

    /** Clusters around random points; both points and clusters vary less in later dimensions, as embeddings do. */
    private static void write(Path file, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        float[][] centres = new float[CLUSTERS][DIMS];
        for (float[] centre : centres) {
            addNoise(centre, 1, random);
        }
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            for (int row = 0; row < rows; row++) {
                float[] values = centres[random.nextInt(CLUSTERS)].clone();
                addNoise(values, 0.7, random);
                writer.write(FloatBuffer.wrap(values));
            }
            writer.finish();
        }
    }

    private static void addNoise(float[] values, double size, SplittableRandom random) {
        for (int j = 0; j < values.length; j++) {
            values[j] += (float) (size * random.nextGaussian() / (1 + j / 8.0));
        }
    }

    private static double slope(int[] sizes, double[] seconds) {
        double n = sizes.length;
        double sumX = 0;
        double sumY = 0;
        double sumXx = 0;
        double sumXy = 0;
        for (int i = 0; i < n; i++) {
            double x = Math.log(sizes[i]);
            double y = Math.log(seconds[i]);
            sumX += x;
            sumY += y;
            sumXx += x * x;
            sumXy += x * y;
        }
        return (n * sumXy - sumX * sumY) / (n * sumXx - sumX * sumX);
    }
}

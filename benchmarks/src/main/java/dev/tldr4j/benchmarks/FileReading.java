package dev.tldr4j.benchmarks;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Opening a file of 200,000 × 384 floats and reading all its rows, in every format, beside the same in .npy. All files
 * are written just before, so the disk is left out of it. An argument names a folder with more files of these
 * rows, which were made elsewhere.
 */
public final class FileReading {
    private static final int ROWS = 200_000;
    private static final int DIMS = 384;
    private static final int BLOCK = 1000;
    private static final int ROUNDS = 3;

    private FileReading() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("tldr4j-benchmark");
        try {
            List<String> names = List.of("x.npy", "x.parquet", "x.hdf5", "x.jsonl", "x.csv");
            float[] block = RandomFloats.of(BLOCK * DIMS);
            for (String name : names) {
                write(folder.resolve(name), block);
            }
            double[] best = new double[names.size()];
            Arrays.fill(best, Double.POSITIVE_INFINITY);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < best.length; i++) {
                    best[i] = Math.min(best[i], seconds(folder.resolve(names.get(i))));
                }
            }
            for (int i = 0; i < best.length; i++) {
                Path file = folder.resolve(names.get(i));
                System.out.printf(
                        "%-10s %6.0f MB  %7.3f s  %,12.0f rows/s  %6.1f × .npy%n",
                        names.get(i), Files.size(file) / 1e6, best[i], ROWS / best[i], best[i] / best[0]);
            }
            for (String arg : args) {
                try (var more = Files.list(Path.of(arg))) {
                    for (Path file : more.sorted().toList()) {
                        double seconds = Math.min(seconds(file), Math.min(seconds(file), seconds(file)));
                        System.out.printf("%s %.3f s %.1f × .npy%n", file.getFileName(), seconds, seconds / best[0]);
                    }
                }
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static void write(Path file, float[] block) throws IOException {
        if (file.toString().endsWith(".hdf5")) {
            float[][] rows = new float[ROWS][];
            for (int i = 0; i < ROWS; i++) {
                int from = i % BLOCK * DIMS;
                rows[i] = Arrays.copyOfRange(block, from, from + DIMS);
            }
            try (WritableHdfFile hdf = HdfFile.write(file)) {
                hdf.putDataset("train", rows);
            }
            return;
        }
        boolean text = !file.toString().matches(".*(npy|parquet)");
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            for (int row = 0; row < (text ? BLOCK : ROWS); row += BLOCK) {
                writer.write(FloatBuffer.wrap(block));
            }
            writer.finish();
        }
        if (text) {
            // lines can be repeated as they are, which is quicker than writing the same numbers again
            byte[] lines = Files.readAllBytes(file);
            try (OutputStream out = Files.newOutputStream(file)) {
                for (int row = 0; row < ROWS; row += BLOCK) {
                    out.write(lines);
                }
            }
        }
    }

    /** The processor's time, since all of it is one thread's work: other work on the machine is left out of it. */
    private static double seconds(Path file) throws IOException {
        var clock = ManagementFactory.getThreadMXBean();
        long begin = clock.getCurrentThreadCpuTime();
        FloatBuffer rows = FloatBuffer.allocate(BLOCK * DIMS);
        float sum = 0;
        try (Vectors vectors = Vectors.open(file)) {
            for (int row = 0; row < vectors.rows(); row += BLOCK) {
                vectors.read(row, BLOCK, rows.clear());
                for (float value : rows.array()) {
                    sum += value;
                }
            }
        }
        double seconds = (clock.getCurrentThreadCpuTime() - begin) / 1e9;
        if (Float.isNaN(sum)) {
            throw new IllegalStateException("the rows were not read");
        }
        return seconds;
    }
}

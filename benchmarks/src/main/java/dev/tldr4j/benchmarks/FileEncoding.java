package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Encoding 2048 → 128 from file to file beside the matrix product alone, over as many rows that are in memory already. The
 * file is written just before, so it is read from the system's cache: the disk is left out of it.
 */
public final class FileEncoding {
    private static final int ROWS = 98_304;
    private static final int INPUTS = 2048;
    private static final int OUTPUTS = 128;
    private static final int BLOCK = 8192;
    private static final int THREADS = 2;

    private FileEncoding() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("tldr4j-benchmark");
        Path input = folder.resolve("input.npy");
        Path output = folder.resolve("output.npy");
        try {
            float[] block = RandomFloats.of(BLOCK * INPUTS);
            try (VectorWriter writer = VectorWriter.create(input, ElementType.F4, INPUTS)) {
                for (int row = 0; row < ROWS; row += BLOCK) {
                    writer.write(FloatBuffer.wrap(block));
                }
                writer.finish();
            }
            float[] weight = RandomFloats.of(OUTPUTS * INPUTS);
            Encoder encoder = Encoder.affine(weight, new float[OUTPUTS], Map.of());
            FloatPointer rows = new FloatPointer(block);
            FloatPointer weights = new FloatPointer(weight);
            FloatPointer encoded = new FloatPointer((long) BLOCK * OUTPUTS);
            double ratio = Ratio.measure(
                    "encoding " + ROWS + " rows 2048 → 128 from file to file, " + THREADS + " threads",
                    2.0 * ROWS * INPUTS * OUTPUTS / 1e9,
                    THREADS,
                    () -> encode(encoder, input, output),
                    "the matrix product alone",
                    () -> product(rows, weights, encoded),
                    5,
                    1 / 0.7);
            System.out.printf("that is %.0f %% of the product's rate (at least 70 %% wanted)%n", 100 / ratio);
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(input);
            Files.deleteIfExists(folder);
        }
    }

    private static void encode(Encoder encoder, Path input, Path output) {
        try (Vectors vectors = Vectors.open(input);
                VectorWriter writer = VectorWriter.create(output, ElementType.F4, OUTPUTS)) {
            new BatchEncoder(encoder, THREADS).encode(vectors, writer, ProgressListener.SILENT);
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void product(FloatPointer rows, FloatPointer weights, FloatPointer encoded) {
        openblas_set_num_threads(THREADS);
        for (int row = 0; row < ROWS; row += BLOCK) {
            cblas_sgemm(
                    CblasRowMajor,
                    CblasNoTrans,
                    CblasTrans,
                    BLOCK,
                    OUTPUTS,
                    INPUTS,
                    1,
                    rows,
                    INPUTS,
                    weights,
                    INPUTS,
                    0,
                    encoded,
                    OUTPUTS);
        }
        openblas_set_num_threads(1);
    }
}

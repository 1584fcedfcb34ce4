package dev.tldr4j.benchmarks;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes a large file of vectors and its neighbour graph. Rows come in groups of four around a common point, one group
 * after the other, so that the three nearest neighbours of a row are known without a search.
 *
 * <p>Arguments: folder, rows, dimensions.
 */
public final class LargeFile {
    private static final int GROUP = 4;

    private LargeFile() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int rows = Integer.parseInt(args[1]) / GROUP * GROUP;
        int dims = Integer.parseInt(args[2]);
        SplittableRandom random = new SplittableRandom(1);
        float[] group = new float[GROUP * dims];
        try (VectorWriter writer = VectorWriter.create(folder.resolve("vectors.npy"), ElementType.F4, dims)) {
            for (int row = 0; row < rows; row += GROUP) {
                for (int j = 0; j < dims; j++) {
                    // later dimensions vary less, as in real embeddings
                    double common = (random.nextDouble() - 0.5) / (1 + j / 32.0);
                    for (int member = 0; member < GROUP; member++) {
                        group[member * dims + j] = (float) (common + 0.02 * (random.nextDouble() - 0.5));
                    }
                }
                writer.write(FloatBuffer.wrap(group));
            }
            writer.finish();
        }
        int[] neighbors = new int[rows * (GROUP - 1)];
        for (int i = 0; i < neighbors.length; i++) {
            int row = i / (GROUP - 1);
            neighbors[i] = row / GROUP * GROUP + (row % GROUP + 1 + i % (GROUP - 1)) % GROUP;
        }
        new IntRows("graph", rows, GROUP - 1, neighbors).write(folder.resolve("graph.npy"));
    }
}

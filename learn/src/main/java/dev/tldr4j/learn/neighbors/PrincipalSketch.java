package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/**
 * Every row's first few principal components, in memory: enough to tell which rows may be near each other, at a fraction of
 * the bytes. The components are those of a sample.
 */
final class PrincipalSketch {
    private static final int SAMPLE = 20_000;
    private static final int BLOCK = 1024;

    private final int dims;
    private final float[][] blocks;

    private PrincipalSketch(int dims, float[][] blocks) {
        this.dims = dims;
        this.blocks = blocks;
    }

    static PrincipalSketch of(Vectors vectors, ScoredRows rows, int most, Workers workers, long seed) {
        Vectors sample =
                vectors.rows() <= SAMPLE ? vectors : vectors.select(RandomRows.draw(vectors.rows(), SAMPLE, seed));
        Pca pca = Pca.fit(sample, workers.threads(), ProgressListener.SILENT);
        int dims = Math.max(1, Math.min(most, pca.rank()));
        int count = (rows.rows() + BLOCK - 1) / BLOCK;
        float[][] blocks = new float[count][];
        try (NativeMatrix directions = new NativeMatrix(dims, rows.dims())) {
            if (pca.rank() > 0) {
                directions.buffer().put(0, pca.scaledComponents(dims, 0));
            }
            workers.run(count, () -> new Workspace(rows.dims(), dims), (block, workspace) -> {
                int from = block * BLOCK;
                int size = Math.min(BLOCK, rows.rows() - from);
                rows.load(from, size, workspace.full);
                OpenBlas.dots(workspace.full.rows(0, size), directions, workspace.reduced);
                blocks[block] = new float[size * dims];
                workspace.reduced.buffer().get(0, blocks[block]);
            });
        }
        return new PrincipalSketch(dims, blocks);
    }

    int dims() {
        return dims;
    }

    /** What a row of the sketch adds up to, each number times that of a direction. */
    float dot(int row, float[] direction) {
        float[] block = blocks[row / BLOCK];
        int at = row % BLOCK * dims;
        float sum = 0;
        for (int j = 0; j < dims; j++) {
            sum += block[at + j] * direction[j];
        }
        return sum;
    }

    /** The difference of two rows. */
    float[] difference(int row, int other) {
        float[] difference = new float[dims];
        for (int j = 0; j < dims; j++) {
            difference[j] =
                    blocks[row / BLOCK][row % BLOCK * dims + j] - blocks[other / BLOCK][other % BLOCK * dims + j];
        }
        return difference;
    }

    private static final class Workspace implements Workers.Workspace {
        private final NativeMatrix full;
        private final NativeMatrix reduced;

        Workspace(int fullDims, int dims) {
            full = new NativeMatrix(BLOCK, fullDims);
            reduced = new NativeMatrix(BLOCK, dims);
        }

        @Override
        public void close() {
            full.close();
            reduced.close();
        }
    }
}

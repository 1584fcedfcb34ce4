package dev.tldr4j.learn.pca;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Mean and covariance of rows that are read once. Squares are summed around a point near the mean, which makes the
 * correction at the end small: each block's in single, all blocks' in double precision.
 *
 * @param values symmetric, row-major
 */
record Covariance(double[] mean, double[] values) {
    /** Rows whose squares are summed in single precision. */
    private static final int BLOCK = 4096;

    /** Rows that are read at once: they stay in the cache. */
    private static final int CHUNK = 32;

    /** From how many rows the point near the mean is found. */
    private static final int SAMPLES = 4096;

    /** Refuses a row that is not finite, by name. */
    static Covariance of(Vectors vectors, Workers workers, ProgressListener listener) {
        float[] origin = origin(vectors);
        int rows = vectors.rows();
        int blocks = (rows + BLOCK - 1) / BLOCK;
        ProgressCounter done = new ProgressCounter("covariance", blocks, listener);
        Sums sums = new Sums(vectors.dims());
        workers.run(blocks, () -> new Block(vectors, origin), (i, block) -> {
            try {
                block.read(i * BLOCK, Math.min(BLOCK, rows - i * BLOCK));
                sums.add(i, block);
                done.oneMore();
            } catch (Throwable e) {
                sums.giveUp();
                throw e;
            }
        });
        return sums.covariance(vectors, origin);
    }

    /** The mean of some rows, spread evenly. */
    private static float[] origin(Vectors vectors) {
        int samples = Math.min(vectors.rows(), SAMPLES);
        float[] row = new float[vectors.dims()];
        double[] sum = new double[row.length];
        for (int i = 0; i < samples; i++) {
            vectors.read((int) ((long) i * vectors.rows() / samples), 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                sum[j] += row[j];
            }
        }
        float[] origin = new float[row.length];
        float check = 0;
        for (int j = 0; j < row.length; j++) {
            origin[j] = (float) (sum[j] / samples);
            check += origin[j] * 0f;
        }
        if (check != 0) {
            vectors.requireFinite(0, vectors.rows());
        }
        return origin;
    }

    /** What one thread works in. */
    private static final class Block implements Workers.Workspace {
        private final Vectors vectors;
        private final float[] origin;
        private final NativeMatrix rows;
        private final NativeMatrix gram;
        private final float[] chunk;
        private final double[] sum;

        Block(Vectors vectors, float[] origin) {
            int dims = origin.length;
            this.vectors = vectors;
            this.origin = origin;
            this.rows = new NativeMatrix(Math.min(BLOCK, vectors.rows()), dims);
            this.gram = new NativeMatrix(dims, dims);
            this.chunk = new float[CHUNK * dims];
            this.sum = new double[dims];
        }

        void read(int from, int count) {
            Arrays.fill(sum, 0);
            int dims = origin.length;
            float[] part = new float[dims];
            for (int done = 0; done < count; done += CHUNK) {
                int some = Math.min(CHUNK, count - done);
                vectors.read(from + done, some, FloatBuffer.wrap(chunk));
                Arrays.fill(part, 0);
                for (int row = 0; row < some; row++) {
                    shift(chunk, row * dims, origin, part);
                }
                double check = 0;
                for (int j = 0; j < dims; j++) {
                    sum[j] += part[j];
                    check += part[j] * 0f;
                }
                if (check != 0) {
                    vectors.requireFinite(from + done, some);
                    throw tooLarge(vectors);
                }
                rows.buffer().put(done * dims, chunk, 0, some * dims);
            }
            OpenBlas.lowerColumnGram(rows.rows(0, count), gram);
        }

        /** On its own, since HotSpot then compiles it to vector instructions. */
        private static void shift(float[] chunk, int at, float[] origin, float[] part) {
            for (int j = 0; j < origin.length; j++) {
                chunk[at + j] -= origin[j];
            }
            for (int j = 0; j < origin.length; j++) {
                part[j] += chunk[at + j];
            }
        }

        @Override
        public void close() {
            rows.close();
            gram.close();
        }
    }

    /** Adds blocks in their order, whoever was quicker, so that rounding does not depend on the threads. */
    private static final class Sums {
        private final double[] rows;
        private final double[] squares;
        private int next;
        private boolean over;

        Sums(int dims) {
            this.rows = new double[dims];
            this.squares = new double[Math.multiplyExact(dims, dims)];
        }

        synchronized void add(int number, Block block) {
            boolean interrupted = false;
            while (next != number && !over) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (over) {
                return;
            }
            int dims = rows.length;
            float[] line = new float[dims];
            for (int i = 0; i < dims; i++) {
                block.gram.get(i, 0, line, 0, i + 1);
                for (int j = 0; j <= i; j++) {
                    squares[i * dims + j] += line[j];
                }
                rows[i] += block.sum[i];
            }
            next++;
            notifyAll();
        }

        /** A thread failed: its block will never come, and nobody may wait for it. */
        synchronized void giveUp() {
            over = true;
            notifyAll();
        }

        Covariance covariance(Vectors vectors, float[] origin) {
            int dims = rows.length;
            int count = vectors.rows();
            double[] mean = new double[dims];
            double largest = 0;
            for (int i = 0; i < dims; i++) {
                for (int j = 0; j <= i; j++) {
                    double value = squares[i * dims + j] / count - rows[i] / count * (rows[j] / count);
                    squares[i * dims + j] = value;
                    squares[j * dims + i] = value;
                }
                if (!Double.isFinite(squares[i * dims + i])) {
                    throw tooLarge(vectors);
                }
                mean[i] = origin[i] + rows[i] / count;
                largest = Math.max(largest, squares[i * dims + i]);
            }
            if (largest < Float.MIN_NORMAL && rowsDiffer(vectors)) {
                throw new InvalidInputException(vectors.name()
                        + ": has numbers that differ so little that their squares are lost in floats; scale them up");
            }
            return new Covariance(mean, squares);
        }
    }

    private static boolean rowsDiffer(Vectors vectors) {
        FloatBuffer first = FloatBuffer.allocate(vectors.dims());
        FloatBuffer other = FloatBuffer.allocate(vectors.dims());
        vectors.read(0, 1, first);
        for (int row = 1; row < vectors.rows(); row++) {
            vectors.read(row, 1, other.clear());
            if (!Arrays.equals(first.array(), other.array())) {
                return true;
            }
        }
        return false;
    }

    static InvalidInputException tooLarge(Vectors vectors) {
        return new InvalidInputException(
                vectors.name() + ": has numbers so large that their squares are beyond floats; scale them down");
    }
}

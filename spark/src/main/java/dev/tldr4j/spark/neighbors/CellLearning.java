package dev.tldr4j.spark.neighbors;

import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Finds cells on a sample of the rows, which is in random order: k-means (Lloyd). */
public final class CellLearning {
    private static final int ITERATIONS = 8;

    /** A centre that is the mean of fewer rows of the sample says little about the others. */
    private static final int SAMPLE_ROWS_PER_CELL = 16;

    /** Rows of the table for a cell, where the sample is large enough. */
    private static final int ROWS_PER_CELL = 1000;

    private final float[] sample;
    private final int width;
    private final int perRow;
    private final boolean byDirection;
    private final int threads = Runtime.getRuntime().availableProcessors();

    public CellLearning(Vectors sample, int most, int perRow, boolean byDirection) {
        int rows = Math.min(most, sample.rows());
        this.width = sample.dims();
        this.sample = new float[Math.multiplyExact(rows, width)];
        sample.read(0, rows, FloatBuffer.wrap(this.sample));
        if (byDirection) {
            Cells.toLengthOne(this.sample, width);
        }
        this.perRow = perRow;
        this.byDirection = byDirection;
    }

    /**
     * How many cells so many rows need: comparing a row with all centres and with its cells' rows shall take about as long,
     * once there are many.
     */
    public static int cellsFor(long rows, int perRow, int sampleRows) {
        double most = Math.min((double) rows / ROWS_PER_CELL, perRow * Math.sqrt(rows));
        return (int) Math.max(1, Math.min(most, sampleRows / (double) SAMPLE_ROWS_PER_CELL));
    }

    Cells learn(int cells) {
        int count = Math.min(cells, rows());
        return new Cells(means(Arrays.copyOf(sample, count * width), all()), width, perRow, byDirection);
    }

    /** Splits every cell with more rows than wanted into as many as that takes, as far as the sample knows them apart. */
    Cells split(Cells cells, long[] rowsOf, long most) {
        int[] nearest = one(cells.centres()).nearest(sample, rows(), threads);
        float[] centres = cells.centres();
        float[] added = new float[0];
        for (int cell = 0; cell < rowsOf.length; cell++) {
            int wanted = cell;
            int[] own = all().filter(row -> nearest[row] == wanted).toArray();
            int parts = (int) Math.min((rowsOf[cell] + most - 1) / most, own.length / 2);
            if (parts > 1) {
                float[] start = new float[parts * width];
                for (int i = 0; i < parts; i++) {
                    System.arraycopy(sample, own[i] * width, start, i * width, width);
                }
                float[] found = means(start, Arrays.stream(own));
                System.arraycopy(found, 0, centres, cell * width, width);
                int at = added.length;
                added = Arrays.copyOf(added, at + found.length - width);
                System.arraycopy(found, width, added, at, found.length - width);
            }
        }
        float[] both = Arrays.copyOf(centres, centres.length + added.length);
        System.arraycopy(added, 0, both, centres.length, added.length);
        return new Cells(both, width, perRow, byDirection);
    }

    private int rows() {
        return sample.length / width;
    }

    private IntStream all() {
        return IntStream.range(0, rows());
    }

    private Cells one(float[] centres) {
        return new Cells(centres, width, 1, byDirection);
    }

    /** Moves centres to the means of the rows nearest to them, some times; one without rows stays where it is. */
    private float[] means(float[] start, IntStream rows) {
        int[] chosen = rows.toArray();
        float[] values = new float[chosen.length * width];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(sample, chosen[i] * width, values, i * width, width);
        }
        float[] centres = start;
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            int[] nearest = one(centres).nearest(values, chosen.length, threads);
            double[] sums = new double[centres.length];
            int[] counts = new int[centres.length / width];
            for (int i = 0; i < nearest.length; i++) {
                counts[nearest[i]]++;
                for (int j = 0; j < width; j++) {
                    sums[nearest[i] * width + j] += values[i * width + j];
                }
            }
            float[] moved = centres.clone();
            for (int at = 0; at < moved.length; at++) {
                if (counts[at / width] > 0) {
                    moved[at] = (float) (sums[at] / counts[at / width]);
                }
            }
            centres = moved;
        }
        return centres;
    }
}

package dev.tldr4j.spark.training;

import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/**
 * What one partition learns from: its rows and, beside them, their twins, which may be at home elsewhere. Row i has up to k of
 * them, from place {@code i · k} on.
 */
final class TrainingPart implements Vectors, Serializable {
    private static final long serialVersionUID = 1;

    private final int partition;
    private final Chunks rows;
    private final Chunks twins;
    private final int k;
    private final int[] twinsOf;

    /** @param k how many twins a row has at most, 0 where they are not rows */
    TrainingPart(int partition, int rows, int k, int width) {
        this.partition = partition;
        this.rows = new Chunks(rows, width);
        this.twins = new Chunks(Math.multiplyExact(rows, k), width);
        this.k = k;
        this.twinsOf = new int[rows];
    }

    /** How many bytes {@link #writeTo} takes for a part of this size; -1 for one that cannot be. */
    static long bytes(int rows, int k, int width) {
        long twins = (long) rows * k;
        double all = 16 + 4.0 * rows + 4.0 * width * (rows + twins);
        return twins > Integer.MAX_VALUE || all > Long.MAX_VALUE / 2
                ? -1
                : 16 + 4L * rows + 4L * width * (rows + twins);
    }

    void writeTo(DataOutputStream out, FitFile.Floats floats) throws IOException {
        for (int number : new int[] {partition, rows.rows(), k, rows.width()}) {
            out.writeInt(number);
        }
        for (int count : twinsOf) {
            out.writeInt(count);
        }
        rows.each(floats);
        twins.each(floats);
    }

    /** Takes what comes after the first four numbers; false where it cannot be. */
    boolean readFrom(DataInputStream in, FitFile.Floats floats) throws IOException {
        for (int row = 0; row < twinsOf.length; row++) {
            twinsOf[row] = in.readInt();
            if (twinsOf[row] < 0 || twinsOf[row] > k) {
                return false;
            }
        }
        rows.each(floats);
        twins.each(floats);
        return true;
    }

    int partition() {
        return partition;
    }

    void setRow(int row, float[] from, int at) {
        rows.set(row, from, at);
    }

    /** @param place counts through all rows, k for each */
    void setTwin(int place, float[] from, int at) {
        twins.set(place, from, at);
        // the nearest come first, so the last place taken says how many there are
        twinsOf[place / k] = Math.max(twinsOf[place / k], place % k + 1);
    }

    /** How many rows have a twin. */
    int rowsWithTwins() {
        return k == 0
                ? rows.rows()
                : (int) IntStream.of(twinsOf).filter(count -> count > 0).count();
    }

    /** @param noise the standard deviations of what makes a twin of a row, where twins are not rows */
    Twins twins(double[] noise) {
        if (k == 0) {
            return Twins.gaussian(rows.rows(), i -> i, noise);
        }
        int[] with =
                IntStream.range(0, rows.rows()).filter(row -> twinsOf[row] > 0).toArray();
        return new Twins() {
            @Override
            public int rows() {
                return with.length;
            }

            @Override
            public int row(int i) {
                return with[i];
            }

            @Override
            public void read(int row, long draw, Vectors vectors, float[] into) {
                int chosen = (int) Long.remainderUnsigned(draw, twinsOf[row]);
                twins.copy(row * k + chosen, into, 0);
            }

            /** They are copies that came with the rows: many of them are rows of other partitions. */
            @Override
            public boolean areRows() {
                return false;
            }

            @Override
            public int twin(int row, long draw) {
                throw new UnsupportedOperationException("a copy has no number");
            }
        };
    }

    @Override
    public String name() {
        return "partition " + partition;
    }

    @Override
    public int rows() {
        return rows.rows();
    }

    @Override
    public int dims() {
        return rows.width();
    }

    @Override
    public ElementType type() {
        return ElementType.F4;
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        for (int row = from; row < from + count; row++) {
            rows.read(row, into);
        }
    }
}

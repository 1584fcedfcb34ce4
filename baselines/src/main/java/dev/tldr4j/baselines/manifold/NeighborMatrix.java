package dev.tldr4j.baselines.manifold;

/**
 * A sparse square matrix by rows: of row i, the columns and values from {@code starts[i]} up to {@code starts[i + 1]}.
 */
public record NeighborMatrix(int[] starts, int[] columns, float[] values) {
    /** Makes one value of the two that a pair of rows has for each other, 0 where one does not know the other. */
    @FunctionalInterface
    public interface Union {
        float of(float one, float other);
    }

    /** The symmetric matrix of values for every row and neighbour. */
    public static NeighborMatrix symmetric(Neighborhoods near, float[] values, Union union) {
        int rows = near.rows();
        NeighborMatrix back = transposed(near, values);
        NeighborMatrix forth = transposed(back, rows);
        int[] starts = new int[rows + 1];
        int[] columns = new int[Math.multiplyExact(2, values.length)];
        float[] united = new float[columns.length];
        int end = 0;
        for (int i = 0; i < rows; i++) {
            int a = forth.starts[i];
            int b = back.starts[i];
            while (a < forth.starts[i + 1] || b < back.starts[i + 1]) {
                int one = a < forth.starts[i + 1] ? forth.columns[a] : Integer.MAX_VALUE;
                int other = b < back.starts[i + 1] ? back.columns[b] : Integer.MAX_VALUE;
                columns[end] = Math.min(one, other);
                united[end++] = union.of(one <= other ? forth.values[a] : 0, other <= one ? back.values[b] : 0);
                a += one <= other ? 1 : 0;
                b += other <= one ? 1 : 0;
            }
            starts[i + 1] = end;
        }
        return new NeighborMatrix(starts, java.util.Arrays.copyOf(columns, end), java.util.Arrays.copyOf(united, end));
    }

    public int rows() {
        return starts.length - 1;
    }

    /** By neighbour, which rows name it. */
    private static NeighborMatrix transposed(Neighborhoods near, float[] values) {
        int[] rowStarts = new int[near.rows() + 1];
        for (int i = 0; i <= near.rows(); i++) {
            rowStarts[i] = i * near.k();
        }
        return transposed(new NeighborMatrix(rowStarts, near.neighbors(), values), near.rows());
    }

    private static NeighborMatrix transposed(NeighborMatrix matrix, int rows) {
        int[] starts = new int[rows + 1];
        for (int column : matrix.columns) {
            starts[column + 1]++;
        }
        for (int i = 0; i < rows; i++) {
            starts[i + 1] += starts[i];
        }
        int[] next = starts.clone();
        int[] columns = new int[matrix.columns.length];
        float[] values = new float[columns.length];
        for (int i = 0; i < matrix.rows(); i++) {
            for (int at = matrix.starts[i]; at < matrix.starts[i + 1]; at++) {
                int to = next[matrix.columns[at]]++;
                columns[to] = i;
                values[to] = matrix.values[at];
            }
        }
        return new NeighborMatrix(starts, columns, values);
    }
}

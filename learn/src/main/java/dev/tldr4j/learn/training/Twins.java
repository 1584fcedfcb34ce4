package dev.tldr4j.learn.training;

import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Which rows have twins, and what these are. */
public interface Twins {
    /** How many rows have one. */
    int rows();

    /** The {@code i}-th of them. */
    int row(int i);

    /** Reads a row's twin, one of several by chance; the draw is the chance. */
    default void read(int row, long draw, Vectors vectors, float[] into) {
        vectors.read(twin(row, draw), 1, FloatBuffer.wrap(into));
    }

    /** Whether twins are rows, too. */
    default boolean areRows() {
        return true;
    }

    /** The number of a row's twin, where twins are rows. */
    int twin(int row, long draw);

    /** Which pairs there may be. */
    @FunctionalInterface
    interface Allowed {
        boolean pair(int row, int neighbor);
    }

    /** Any of a row's first k neighbours. */
    static Twins neighbors(NeighborGraph graph, int k) {
        return new Twins() {
            @Override
            public int rows() {
                return graph.rows();
            }

            @Override
            public int row(int i) {
                return i;
            }

            @Override
            public int twin(int row, long draw) {
                return graph.neighbor(row, (int) Long.remainderUnsigned(draw, k));
            }
        };
    }

    /** Any of a row's first k neighbours with which it may be paired. Rows without such a neighbour have no twin. */
    static Twins neighbors(NeighborGraph graph, int k, Allowed allowed) {
        // which ones these are is found out anew each time: a list for every row would take more memory than the graph
        IntUnaryOperator count = row -> (int) IntStream.range(0, k)
                .filter(i -> allowed.pair(row, graph.neighbor(row, i)))
                .count();
        int[] rows = IntStream.range(0, graph.rows())
                .filter(row -> count.applyAsInt(row) > 0)
                .toArray();
        return new Twins() {
            @Override
            public int rows() {
                return rows.length;
            }

            @Override
            public int row(int i) {
                return rows[i];
            }

            @Override
            public int twin(int row, long draw) {
                long chosen = Long.remainderUnsigned(draw, count.applyAsInt(row));
                return IntStream.range(0, k)
                        .map(i -> graph.neighbor(row, i))
                        .filter(other -> allowed.pair(row, other))
                        .skip(chosen)
                        .findFirst()
                        .orElseThrow();
            }
        };
    }

    /**
     * The row itself with Gaussian noise added.
     *
     * @param rows how many rows there are to learn from
     * @param number gives the number of the i-th of them
     * @param deviations the noise's standard deviation in every column
     */
    static Twins gaussian(int rows, IntUnaryOperator number, double[] deviations) {
        return new Twins() {
            @Override
            public int rows() {
                return rows;
            }

            @Override
            public int row(int i) {
                return number.applyAsInt(i);
            }

            @Override
            public void read(int row, long draw, Vectors vectors, float[] into) {
                vectors.read(row, 1, FloatBuffer.wrap(into));
                SplittableRandom random = new SplittableRandom(draw);
                for (int j = 0; j < into.length; j++) {
                    into[j] += (float) (deviations[j] * random.nextGaussian());
                }
            }

            @Override
            public boolean areRows() {
                return false;
            }

            @Override
            public int twin(int row, long draw) {
                throw new UnsupportedOperationException("noise has no number");
            }
        };
    }
}

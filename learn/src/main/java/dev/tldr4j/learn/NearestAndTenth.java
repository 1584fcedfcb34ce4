package dev.tldr4j.learn;

import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.SampledRecall;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/**
 * How near a row's nearest is, beside its tenth nearest. Where it is far nearer, it is likely to be the one row that a search is
 * for; where both are about as near, they are two of a group.
 */
final class NearestAndTenth {
    /** Rows asked, and rows looked among: more would take longer and say the same. */
    private static final int ASKED = 1500;

    private static final int AMONG = 20_000;
    private static final int TENTH = 10;

    private NearestAndTenth() {}

    /** The mean of the one distance divided by the other, from 0 to 1; a row that has ten copies counts as 0. */
    static double ratio(Vectors vectors, int threads) {
        int count = Math.min(vectors.rows(), AMONG);
        Vectors among = vectors.select(RandomRows.draw(vectors.rows(), count, 0));
        int asked = Math.min(count, ASKED);
        Vectors asking = among.select(IntStream.range(0, asked).toArray());
        // the row itself is among them
        int[] found = new ExactSearch(Metric.L2, threads).nearest(among, asking, TENTH + 1, ProgressListener.SILENT);
        return IntStream.range(0, asked)
                .mapToDouble(row -> {
                    int[] others = SampledRecall.others(found, row, TENTH, row);
                    double tenth = distance(among, row, others[TENTH - 1]);
                    return tenth == 0 ? 0 : distance(among, row, others[0]) / tenth;
                })
                .average()
                .orElseThrow();
    }

    private static double distance(Vectors vectors, int one, int other) {
        float[] a = new float[vectors.dims()];
        float[] b = new float[vectors.dims()];
        vectors.read(one, 1, FloatBuffer.wrap(a));
        vectors.read(other, 1, FloatBuffer.wrap(b));
        double squares = 0;
        for (int j = 0; j < a.length; j++) {
            double difference = (double) a[j] - b[j];
            squares += difference * difference;
        }
        return Math.sqrt(squares);
    }
}

package dev.tldr4j.learn.space;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;

/**
 * One temperature for all rows: that of the softmax of a row's cosines with all others at which these distributions have some mean
 * perplexity, the exponential of their mean entropy, as t-SNE has it for each row (van der Maaten and Hinton, 2008).
 */
public final class Temperature {
    /** Entropies of so many rows are enough for their mean. */
    private static final int ROWS = 256;

    /**
     * Of more rows, a sample. So however many there are, a batch has some rows near each of its own: a perplexity of millions would
     * leave each its own neighbour alone.
     */
    private static final int MOST_OTHERS = 20_000;

    private static final int HALVINGS = 25;
    private static final double LEAST = 1e-3;
    private static final double MOST = 2;

    private Temperature() {}

    /**
     * Finds it.
     *
     * @param vectors all rows or a sample of them
     * @param space where cosines are meant
     */
    public static double of(Vectors vectors, Encoder space, double perplexity, int threads) throws IOException {
        Vectors some = vectors.rows() <= MOST_OTHERS
                ? vectors
                : vectors.select(RandomRows.draw(vectors.rows(), MOST_OTHERS, 0));
        try (Vectors unit = new BatchEncoder(space, threads).encode(some, ProgressListener.SILENT)) {
            return of(unit, perplexity, threads);
        }
    }

    private static double of(Vectors others, double perplexity, int threads) {
        Vectors anchors = others.select(RandomRows.draw(others.rows(), Math.min(ROWS, others.rows()), 0));
        int count = others.rows();
        float[][] cosines = new float[anchors.rows()][count];
        new ExactSearch(Metric.DOT, threads)
                .scores(
                        others,
                        anchors,
                        (anchor, first, some, scores) -> System.arraycopy(scores, 0, cosines[anchor], first, some),
                        ProgressListener.SILENT);
        // of few rows, half of them
        double wanted = Math.log(Math.max(1, Math.min(perplexity, 0.5 * (count - 1))));
        double low = Math.log(LEAST);
        double high = Math.log(MOST);
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (meanEntropy(cosines, Math.exp(middle)) > wanted) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.exp((low + high) / 2);
    }

    private static double meanEntropy(float[][] cosines, double temperature) {
        return Arrays.stream(cosines)
                .parallel()
                .mapToDouble(row -> entropy(row, temperature))
                .average()
                .orElseThrow();
    }

    /** The largest cosine is that of the row with itself, which does not count. */
    private static double entropy(float[] cosines, double temperature) {
        int itself = 0;
        for (int j = 1; j < cosines.length; j++) {
            itself = cosines[j] > cosines[itself] ? j : itself;
        }
        double sum = 0;
        double weighted = 0;
        float most = Float.NEGATIVE_INFINITY;
        for (int j = 0; j < cosines.length; j++) {
            most = j == itself ? most : Math.max(most, cosines[j]);
        }
        for (int j = 0; j < cosines.length; j++) {
            double logit = (cosines[j] - most) / temperature;
            if (j != itself && logit > -40) {
                double e = Math.exp(logit);
                sum += e;
                weighted += e * logit;
            }
        }
        return sum == 0 ? 0 : Math.log(sum) - weighted / sum;
    }
}

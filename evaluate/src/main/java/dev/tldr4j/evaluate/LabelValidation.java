package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * While an encoder is learned: the accuracy of a {@link KnnVote} of ten in the reduced space. Of labelled vectors, a tenth,
 * drawn at random and at most 1000, are voted on by the others, at most 20,000.
 */
public final class LabelValidation implements Validation {
    private static final int VOTERS = 10;
    private static final int MOST_ASKED = 1000;
    private static final int MOST_OTHERS = 20_000;

    private final String fingerprint;
    private final Vectors asked;
    private final IntRows askedLabels;
    private final Vectors others;
    private final IntRows othersLabels;
    private final int k;
    private final Metric metric;
    private final int threads;

    /** @param labels one for each row */
    public LabelValidation(Vectors vectors, IntRows labels, Metric metric, int threads, long seed) {
        KnnVote.requireLabels(vectors.name(), vectors.rows(), labels);
        if (vectors.rows() < 2) {
            throw new InvalidInputException(vectors.name() + ": has one row; a vote needs at least 2");
        }
        int[] order = shuffled(vectors.rows(), seed);
        int askedCount = Math.min(MOST_ASKED, Math.max(1, order.length / 10));
        int[] askedRows = Arrays.copyOf(order, askedCount);
        int[] otherRows = Arrays.copyOfRange(order, askedCount, Math.min(order.length, askedCount + MOST_OTHERS));
        this.asked = vectors.select(askedRows);
        this.askedLabels = labels.select(askedRows);
        this.others = vectors.select(otherRows);
        this.othersLabels = labels.select(otherRows);
        this.k = Math.min(VOTERS, otherRows.length);
        this.metric = metric;
        this.threads = threads;
        this.fingerprint =
                name() + " " + vectors.fingerprint() + " " + Integer.toHexString(Arrays.hashCode(labels.values()));
    }

    private static int[] shuffled(int rows, long seed) {
        int[] order = new int[rows];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < rows; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    @Override
    public String name() {
        return k + "-NN accuracy";
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public double score(Encoder encoder) throws IOException {
        VectorTransform reduced = VectorTransform.encodedBy(encoder, "being learned");
        try (Vectors reducedOthers = reduced.apply(others, threads, ProgressListener.SILENT);
                Vectors reducedAsked = reduced.apply(asked, threads, ProgressListener.SILENT)) {
            return KnnVote.accuracy(
                    reducedOthers,
                    othersLabels,
                    reducedAsked,
                    askedLabels,
                    k,
                    metric,
                    threads,
                    ProgressListener.SILENT);
        }
    }
}

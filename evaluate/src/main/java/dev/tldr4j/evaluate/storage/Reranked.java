package dev.tldr4j.evaluate.storage;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.evaluate.BestScores;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Looks for candidates in vectors stored in few bytes, and ranks these by the vectors in full.
 *
 * <p>A search for at most 10 results takes 100 candidates, for at most 100 it takes 1,000, and for more ten for each. A
 * ranking of all documents is for no such number. Its first 10 are the best of 100 candidates, the next 90 the best others
 * of 1,000, so that figures cut at 10 and at 100 see what a search for so many finds, and every search finds its
 * beginning. Behind the candidates the others stay in the order of the few bytes.
 */
final class Reranked implements Index {
    private static final int CANDIDATES_PER_RESULT = 10;
    /** As far as figures look, by their usual cuts. */
    private static final int[] CUTS = {10, 100};

    /** Queries whose candidates are remembered at a time. */
    private static final int TOGETHER = 16_384;

    private final Index coarse;
    private final Vectors full;
    private final Metric metric;

    Reranked(Index coarse, Vectors full, Metric metric) {
        this.coarse = coarse;
        this.full = full;
        this.metric = metric;
    }

    @Override
    public String name() {
        return coarse.name();
    }

    @Override
    public int rows() {
        return coarse.rows();
    }

    @Override
    public int dims() {
        return coarse.dims();
    }

    @Override
    public int[] nearest(Vectors queries, int k, ProgressListener listener) {
        if (k < 1 || k > rows()) {
            throw new InvalidInputException(
                    name() + ": has " + rows() + " rows, so k must be 1 to " + rows() + ", not " + k);
        }
        int[] nearest = new int[Math.multiplyExact(queries.rows(), k)];
        rank(queries, k, listener, (query, ranked) -> {
            for (int i = 0; i < k; i++) {
                nearest[query * k + i] = ranked[i].row;
            }
        });
        return nearest;
    }

    @Override
    public void scores(Vectors queries, ExactSearch.ScoreVisitor visitor, ProgressListener listener) {
        for (int from = 0; from < queries.rows(); from += TOGETHER) {
            int first = from;
            int end = Math.min(from + TOGETHER, queries.rows());
            Vectors some = queries.select(IntStream.range(from, end).toArray());
            ScoredCandidates[] candidates = new ScoredCandidates[end - from];
            rank(some, CUTS[CUTS.length - 1], listener, (query, ranked) -> candidates[query] = scored(ranked));
            coarse.scores(
                    some,
                    (query, firstRow, count, scores) -> visitor.scores(
                            first + query, firstRow, count, candidates[query].overlay(firstRow, count, scores)),
                    listener);
        }
    }

    /** A document that is near by the few bytes, and how near it is in full: the larger, the nearer. */
    private record Candidate(int row, float coarseScore, double score) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byScore = Double.compare(other.score, score);
            return byScore != 0 ? byScore : Integer.compare(row, other.row);
        }
    }

    /** Hears every query's candidates for k results, ranked; different queries may come from different threads at once. */
    private interface RankedVisitor {
        void ranked(int query, Candidate[] ranked);
    }

    private void rank(Vectors queries, int k, ProgressListener listener, RankedVisitor visitor) {
        BestScores[] best = new BestScores[queries.rows()]; // of those queries only that are being compared
        int candidates = candidates(cutFor(k));
        coarse.scores(
                queries,
                (query, firstRow, count, scores) -> {
                    if (firstRow == 0) {
                        best[query] = new BestScores(candidates);
                    }
                    best[query].hear(firstRow, count, scores);
                    if (firstRow + count == rows()) {
                        visitor.ranked(query, ranked(queries, query, best[query].bestFirst(), k));
                        best[query] = null;
                    }
                },
                listener);
    }

    /** So that a search for fewer results finds the beginning of the ranking, it takes the candidates of the next cut. */
    private static int cutFor(int k) {
        return Arrays.stream(CUTS).filter(cut -> cut >= k).findFirst().orElse(k);
    }

    private int candidates(int cut) {
        return (int) Math.min(rows(), (long) CANDIDATES_PER_RESULT * cut);
    }

    private Candidate[] ranked(Vectors queries, int query, BestScores.Best best, int k) {
        float[] asked = new float[dims()];
        float[] row = new float[dims()];
        queries.read(query, 1, FloatBuffer.wrap(asked));
        double length = Math.sqrt(FloatVectors.dot(asked, asked));
        Candidate[] ranked = new Candidate[best.rows().length];
        for (int i = 0; i < ranked.length; i++) {
            full.read(best.rows()[i], 1, FloatBuffer.wrap(row));
            ranked[i] = new Candidate(best.rows()[i], best.scores()[i], score(asked, length, best.rows()[i], row));
        }
        int done = 0;
        for (int cut : CUTS) {
            if (done < k && done < ranked.length) {
                Arrays.sort(ranked, done, candidates(cut));
                done = cut;
            }
        }
        if (done < k) {
            Arrays.sort(ranked, done, ranked.length);
        }
        return ranked;
    }

    private double score(float[] query, double queryLength, int number, float[] row) {
        return switch (metric) {
            case L2 -> -FloatVectors.squaredDistance(query, row) / 2;
            case DOT -> FloatVectors.dot(query, row);
            case COSINE ->
                FloatVectors.dot(query, row)
                        / queryLength
                        / Math.sqrt(requireLength(number, FloatVectors.dot(row, row)));
        };
    }

    /** A zero vector need not be one in few bytes, so that nobody refused it before. */
    private double requireLength(int row, double squares) {
        if (squares == 0) {
            throw new InvalidInputException(full.name() + ": row " + full.sourceRow(row)
                    + " is a zero vector, which has no cosine; remove it or measure by l2");
        }
        return squares;
    }

    /** Makes scores of a ranking: the real ones, lowered by a last bit where that is needed to keep the order. */
    private static ScoredCandidates scored(Candidate[] ranked) {
        float last = Float.POSITIVE_INFINITY;
        float leastCoarse = Float.POSITIVE_INFINITY;
        float[] scores = new float[ranked.length];
        Integer[] byRow = new Integer[ranked.length];
        for (int i = 0; i < ranked.length; i++) {
            last = Math.min((float) ranked[i].score, Math.nextDown(last));
            scores[i] = last;
            leastCoarse = Math.min(leastCoarse, ranked[i].coarseScore);
            byRow[i] = i;
        }
        Arrays.sort(byRow, (a, b) -> Integer.compare(ranked[a].row, ranked[b].row));
        int[] rows = Arrays.stream(byRow).mapToInt(i -> ranked[i].row).toArray();
        float[] inOrder = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            inOrder[i] = scores[byRow[i]];
        }
        return new ScoredCandidates(rows, inOrder, Math.nextDown(last), leastCoarse);
    }

    /**
     * One query's candidates and their scores, by ascending row.
     *
     * @param below a score that all others must not exceed
     * @param leastCoarse the least score of a candidate by the few bytes, which no other exceeds
     */
    private record ScoredCandidates(int[] rows, float[] scores, float below, float leastCoarse) {

        /** The scores by the few bytes, moved below those of the candidates, and the candidates' own. */
        float[] overlay(int firstRow, int count, float[] coarseScores) {
            float[] overlaid = new float[count];
            for (int i = 0; i < count; i++) {
                overlaid[i] = below - (leastCoarse - coarseScores[i]);
            }
            int found = Arrays.binarySearch(rows, firstRow);
            for (int i = found < 0 ? -found - 1 : found; i < rows.length && rows[i] < firstRow + count; i++) {
                overlaid[rows[i] - firstRow] = scores[i];
            }
            return overlaid;
        }
    }
}

package dev.tldr4j.evaluate;

import java.util.Arrays;

/**
 * How good the ranking of one query is. Each function takes the ranks of ALL the documents relevant to the query, in any
 * order; rank 1 is the best. Where not said otherwise, the definitions are those of NIST's trec_eval (measures {@code map},
 * {@code recall}, {@code ndcg_cut}, {@code recip_rank}), which BEIR and MTEB use through pytrec_eval. All values lie between 0 and 1, and 1 is
 * best.
 */
public final class RankMetrics {
    private RankMetrics() {}

    /**
     * Average precision: the mean, over the R relevant documents, of the precision at each one's rank. With the ranks
     * ascending, r₁ &lt; … &lt; r_R:
     *
     * <pre>AP = (1/R) Σᵢ i / rᵢ</pre>
     *
     * The whole ranking counts, however long; trec_eval often sees only the first 1000. Its mean over queries is MAP
     * (Manning, Raghavan, Schütze: Introduction to Information Retrieval, section 8.4).
     */
    public static double averagePrecision(int[] ranks) {
        int[] ascending = checked(ranks);
        Arrays.sort(ascending);
        double sum = 0;
        for (int i = 0; i < ascending.length; i++) {
            sum += (i + 1.0) / ascending[i];
        }
        return sum / ascending.length;
    }

    /**
     * Average precision as the area under the curve of precision over recall, as measured for Oxford and Paris Buildings
     * (Philbin et al., 2007) and, revisited, by Radenović et al., 2018: between one relevant document and the next, the
     * precision is the mean of those just before and at its rank. With the ranks ascending:
     *
     * <pre>AP = (1/R) Σᵢ ((i − 1) / (rᵢ − 1) + i / rᵢ) / 2,   the first term being 1 where rᵢ is 1</pre>
     *
     * A document found late costs more than by {@link #averagePrecision}, so this is never larger.
     */
    public static double averagePrecisionArea(int[] ranks) {
        int[] ascending = checked(ranks);
        Arrays.sort(ascending);
        double sum = 0;
        for (int i = 0; i < ascending.length; i++) {
            int rank = ascending[i];
            double before = rank == 1 ? 1 : (double) i / (rank - 1);
            double at = (i + 1.0) / rank;
            sum += (before + at) / 2;
        }
        return sum / ascending.length;
    }

    /**
     * The share of the first k documents that are relevant; where the last relevant one ranks before k, of the documents up
     * to it, as Radenović et al., 2018, measure it: so few relevant documents do not keep it below 1.
     */
    public static double precision(int[] ranks, int k) {
        checkCut(k);
        int last = Arrays.stream(checked(ranks)).max().getAsInt();
        int cut = Math.min(k, last);
        return (double) Arrays.stream(ranks).filter(rank -> rank <= cut).count() / cut;
    }

    /** The share of the relevant documents that rank among the first k. Below 1 by necessity where R &gt; k. */
    public static double recall(int[] ranks, int k) {
        checkCut(k);
        return (double) Arrays.stream(checked(ranks)).filter(rank -> rank <= k).count() / ranks.length;
    }

    /**
     * Normalised discounted cumulative gain among the first k: the gain of a document is its grade (linear, not
     * 2<sup>grade</sup> − 1), the discount the logarithm of its rank, and the sum is divided by that of the best possible
     * ranking:
     *
     * <pre>DCG@k = Σ over ranks r ≤ k of grade / log₂(r + 1),   nDCG@k = DCG@k / ideal DCG@k</pre>
     *
     * (Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, 2002.)
     *
     * @param grades the grades of the documents, in the order of {@code ranks}, all above 0
     */
    public static double ndcg(int[] ranks, int[] grades, int k) {
        checkCut(k);
        checked(ranks);
        if (grades.length != ranks.length || Arrays.stream(grades).anyMatch(grade -> grade <= 0)) {
            throw new IllegalArgumentException("each relevant document needs a grade above 0");
        }
        double gained = 0;
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] <= k) {
                gained += grades[i] / discount(ranks[i]);
            }
        }
        int[] ascending = grades.clone();
        Arrays.sort(ascending);
        double ideal = 0;
        for (int rank = 1; rank <= Math.min(k, ascending.length); rank++) {
            ideal += ascending[ascending.length - rank] / discount(rank);
        }
        return Math.min(1, gained / ideal); // a sum in another order may end a last bit above
    }

    /** One divided by the rank of the best relevant document, or 0 where that is beyond k. Its mean is MRR@k. */
    public static double reciprocalRank(int[] ranks, int k) {
        checkCut(k);
        int best = Arrays.stream(checked(ranks)).min().getAsInt();
        return best <= k ? 1.0 / best : 0;
    }

    private static double discount(int rank) {
        return Math.log(rank + 1.0) / Math.log(2);
    }

    private static int[] checked(int[] ranks) {
        if (ranks.length == 0) {
            throw new IllegalArgumentException("a query without a relevant document has no metrics");
        }
        if (Arrays.stream(ranks).anyMatch(rank -> rank < 1)) {
            throw new IllegalArgumentException("ranks count from 1: " + Arrays.toString(ranks));
        }
        return ranks.clone();
    }

    private static void checkCut(int k) {
        if (k < 1) {
            throw new IllegalArgumentException("k: " + k);
        }
    }
}

package dev.tldr4j.evaluate;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A query and what is sought for it.
 *
 * @param row of the query
 * @param relevant rows of the documents to find, ascending; at least one
 * @param excluded rows of documents that are left out of the ranking; none of them relevant
 */
record AskedQuery(int row, int[] relevant, Set<Integer> excluded) {

    /**
     * The ranks, from 1, of every asked query's relevant documents, in their order. A query may be asked for more than one
     * set of documents. The scores are computed twice rather than kept.
     */
    static List<int[]> ranks(List<AskedQuery> asked, Index docs, Vectors queries, ProgressListener listener) {
        int[] rows = asked.stream().mapToInt(AskedQuery::row).toArray();
        // often many more queries are embedded than judged: only those asked are worth a search
        boolean all = Arrays.equals(rows, IntStream.range(0, queries.rows()).toArray());
        Vectors searched = all ? queries : queries.select(rows);

        List<RelevantRanks> ranks = new ArrayList<>();
        asked.forEach(query -> ranks.add(new RelevantRanks(query.relevant, query.excluded)));
        docs.scores(searched, (i, row, n, scores) -> ranks.get(i).pick(row, n, scores), listener);
        ranks.forEach(RelevantRanks::endPicking);
        docs.scores(searched, (i, row, n, scores) -> ranks.get(i).count(row, n, scores), listener);
        return ranks.stream().map(RelevantRanks::ranks).toList();
    }
}

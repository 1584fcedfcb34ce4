package dev.tldr4j.evaluate.inspect;

import java.util.function.IntPredicate;

/**
 * Rows with something about them.
 *
 * @param rows how many
 * @param first the number of the first in the file, or -1 where there is none
 */
public record OddRows(int rows, int first) {

    /** Those of the rows looked at whose place has it. */
    static OddRows of(Scan scan, IntPredicate odd) {
        int rows = 0;
        int first = -1;
        for (int place = 0; place < scan.rows(); place++) {
            if (odd.test(place)) {
                first = rows == 0 ? scan.row(place) : first;
                rows++;
            }
        }
        return new OddRows(rows, first);
    }
}

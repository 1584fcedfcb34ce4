package dev.tldr4j.evaluate.inspect;

import java.util.Arrays;

/**
 * Rows that equal an earlier one.
 *
 * @param rows how many; of three equal rows two are copies
 * @param first the number of the first copy in the file, or -1 where there is none
 * @param of the number of the row that it equals, or -1
 */
public record Copies(int rows, int first, int of) {
    private static final Copies NONE = new Copies(0, -1, -1);

    /** Among the finite rows that were looked at. */
    static Copies among(Scan scan) {
        long[] sorted = new long[scan.rows()];
        int count = 0;
        for (int place = 0; place < scan.rows(); place++) {
            if (scan.isFinite(place)) {
                sorted[count++] = scan.hash(place);
            }
        }
        Arrays.sort(sorted, 0, count);
        int copies = 0;
        for (int i = 1; i < count; i++) {
            if (sorted[i] == sorted[i - 1]) {
                sorted[copies++] = sorted[i]; // from now on the front holds the hashes that come more than once
            }
        }
        return copies == 0 ? NONE : first(scan, Arrays.copyOf(sorted, copies));
    }

    private static Copies first(Scan scan, long[] repeated) {
        int[] original = new int[repeated.length];
        Arrays.fill(original, -1);
        for (int place = 0; place < scan.rows(); place++) {
            int at = scan.isFinite(place) ? Arrays.binarySearch(repeated, scan.hash(place)) : -1;
            if (at >= 0 && original[at] >= 0) {
                return new Copies(repeated.length, scan.row(place), scan.row(original[at]));
            }
            if (at >= 0) {
                original[at] = place;
            }
        }
        throw new IllegalStateException("a hash came twice and then only once");
    }
}

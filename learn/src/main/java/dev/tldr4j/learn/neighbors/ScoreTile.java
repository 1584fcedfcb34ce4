package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/** One thread's two blocks of rows and the scores between them. */
final class ScoreTile implements Workers.Workspace {
    /** Rows multiplied at a time with those of their own block before them: of a narrow strip little is computed in vain. */
    private static final int STRIP = 256;

    /** The most rows in a block. That the loops over a line know its length is what lets them be compiled to vectors. */
    static final int MOST = 1024;

    /** A line is looked at in so many lanes, each of them every 64th score; of these, every 256th score is a quarter. */
    private static final int LANES = MOST / 16;

    private static final int QUARTERS = 4 * LANES;

    /** What no score is as small as, even with penalties taken off. */
    private static final float NEVER = -Float.MAX_VALUE / 8;

    private final Block left;
    private final Block right;
    private final NativeMatrix products;
    private final float[] line = new float[MOST];
    private final float[] thresholds = new float[MOST];
    private final float[] gains = new float[MOST];
    private final float[] lanes = new float[LANES];

    /** Blocks of at most {@link #MOST} rows. */
    ScoreTile(int dims, int leftRows, int rightRows) {
        left = new Block(dims, leftRows);
        right = new Block(dims, rightRows);
        products = new NativeMatrix(leftRows, Math.max(leftRows, rightRows));
    }

    /** Consecutive rows as the left side; if they are there already, nothing is read. */
    void loadLeft(ScoredRows rows, int first, int count) {
        if (left.count != count || left.numbers[0] != first) {
            left.load(rows, first, count);
        }
    }

    /** Consecutive rows as the right side. */
    void loadRight(ScoredRows rows, int first, int count) {
        right.load(rows, first, count);
    }

    /** Any rows as the left side. */
    void loadLeft(ScoredRows rows, int[] numbers) {
        left.load(rows, numbers);
    }

    /** Tells every left row's scores with all right rows, which are consecutive. */
    void visitLeft(ExactSearch.ScoreVisitor visitor) {
        forEachLine(right, row -> {
            for (int j = 0; j < right.count; j++) {
                line[j] -= right.penalties[j];
            }
            visitor.scores(left.numbers[row], right.numbers[0], right.count, line);
        });
    }

    /** Compares left with right rows, each pair for both its sides. No pair may have been compared before. */
    void compare(TopK top) {
        loadThresholds(right, top);
        forEachLine(right, row -> offerLine(row, right, right.count, top, false));
    }

    /**
     * Compares left rows with each other.
     *
     * @param again whether some of the pairs may have been compared before
     */
    void compareAmongLeft(TopK top, boolean again) {
        loadThresholds(left, top);
        forEachLine(left, row -> offerLine(row, left, row, top, again));
    }

    @FunctionalInterface
    private interface Line {
        /** Called when {@link #line} has the products of a left row with all others. */
        void of(int row);
    }

    private void forEachLine(Block others, Line each) {
        // of two rows of the same block only the later one's line counts
        boolean among = others == left;
        int strip = among ? STRIP : left.count;
        for (int from = 0; from < left.count; from += strip) {
            int end = Math.min(left.count, from + strip);
            int width = among ? end : others.count;
            OpenBlas.dots(left.matrix.rows(from, end - from), others.matrix.rows(0, width), products);
            for (int row = from; row < end; row++) {
                products.get(row - from, 0, line, 0, width);
                each.of(row);
            }
        }
    }

    private void loadThresholds(Block others, TopK top) {
        for (int j = 0; j < others.count; j++) {
            thresholds[j] = Math.nextDown(top.threshold(others.numbers[j]));
        }
    }

    /**
     * Offers a left row and the first of the others to each other. Almost every score is too small for either side, so a line
     * is first looked at as a whole, in loops without a branch, which run many times faster.
     */
    private void offerLine(int row, Block others, int count, TopK top, boolean again) {
        Arrays.fill(line, count, MOST, NEVER);
        float threshold = Math.nextDown(top.threshold(left.numbers[row]));
        gains(line, others.penalties, left.penalties[row], thresholds, threshold, gains);
        fold(gains, lanes);
        for (int lane = 0; lane < LANES; lane++) {
            if (!(lanes[lane] <= 0)) {
                for (int quarter = lane; quarter < QUARTERS; quarter += LANES) {
                    if (!(gains[quarter] <= 0)) {
                        for (int j = quarter; j < count; j += QUARTERS) {
                            offerPair(row, others, j, top, again);
                        }
                    }
                }
            }
        }
    }

    /**
     * By how much a score is above the left row's threshold or the other's; 0 where it is below both. With both penalties
     * taken off, the score is the same number for both sides.
     */
    private static void gains(
            float[] line, float[] penalties, float penalty, float[] thresholds, float threshold, float[] gains) {
        for (int j = 0; j < MOST; j++) {
            float score = line[j] - penalties[j] - penalty;
            float forLeft = score - threshold;
            float forOther = score - thresholds[j];
            gains[j] = (forLeft + Math.abs(forLeft)) + (forOther + Math.abs(forOther));
        }
    }

    /** Adds up the gains of each quarter of a lane, in their place, and of each lane. */
    private static void fold(float[] gains, float[] lanes) {
        for (int j = 0; j < QUARTERS; j++) {
            gains[j] = gains[j] + gains[j + QUARTERS] + gains[j + 2 * QUARTERS] + gains[j + 3 * QUARTERS];
        }
        for (int j = 0; j < LANES; j++) {
            lanes[j] = gains[j] + gains[j + LANES] + gains[j + 2 * LANES] + gains[j + 3 * LANES];
        }
    }

    private void offerPair(int row, Block others, int other, TopK top, boolean again) {
        float score = line[other] - others.penalties[other] - left.penalties[row];
        int number = left.numbers[row];
        int otherNumber = others.numbers[other];
        if (score >= top.threshold(number)) {
            top.offer(number, otherNumber, score, again);
        }
        if (score >= top.threshold(otherNumber)) {
            top.offer(otherNumber, number, score, again);
            thresholds[other] = Math.nextDown(top.threshold(otherNumber));
        }
    }

    @Override
    public void close() {
        left.close();
        right.close();
        products.close();
    }

    /** Some rows, in the form in which nearness is a product. */
    private static final class Block {
        private final int dims;
        private final int[] numbers;
        private final float[] penalties;
        /** Rows that were copied, or null as long as none had to be. */
        private NativeMatrix copies;
        /** The copies, or where the rows lie. */
        private NativeMatrix matrix;

        private int count;

        Block(int dims, int most) {
            this.dims = dims;
            numbers = new int[most];
            penalties = new float[MOST];
        }

        void load(ScoredRows rows, int first, int count) {
            matrix = rows.heldPiece(first, count);
            if (matrix == null) {
                rows.load(first, count, copies());
                matrix = copies;
            }
            for (int i = 0; i < count; i++) {
                numbers[i] = first + i;
            }
            loaded(rows, count);
        }

        void load(ScoredRows rows, int[] numbers) {
            rows.load(numbers, copies());
            matrix = copies;
            System.arraycopy(numbers, 0, this.numbers, 0, numbers.length);
            loaded(rows, numbers.length);
        }

        private void loaded(ScoredRows rows, int count) {
            this.count = count;
            for (int i = 0; i < count; i++) {
                penalties[i] = rows.penalty(numbers[i]);
            }
        }

        private NativeMatrix copies() {
            if (copies == null) {
                copies = new NativeMatrix(numbers.length, dims);
            }
            return copies;
        }

        void close() {
            if (copies != null) {
                copies.close();
            }
        }
    }
}

package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/** Compares rows with their neighbours' neighbours, one row at a time; a thread's own memory for it. */
final class LocalJoin implements Workers.Workspace {
    private final ScoredRows rows;
    private final TopK top;
    /** The candidates of all rows before any of them met others, so that the order of rows does not matter. */
    private final int[] known;

    private final NativeMatrix self;
    private final NativeMatrix others;
    private final NativeMatrix products;
    private final int[] met;
    private final float[] line;

    LocalJoin(ScoredRows rows, TopK top, int[] known) {
        int most = top.k() * top.k();
        this.rows = rows;
        this.top = top;
        this.known = known;
        this.self = new NativeMatrix(1, rows.dims());
        this.others = new NativeMatrix(most, rows.dims());
        this.products = new NativeMatrix(1, most);
        this.met = new int[most];
        this.line = new float[most];
    }

    void meet(int row) {
        int count = newCandidates(row);
        if (count == 0) {
            return;
        }
        int[] numbers = Arrays.copyOf(met, count);
        rows.load(new int[] {row}, self);
        rows.load(numbers, others);
        OpenBlas.dots(self, others.rows(0, count), products);
        products.get(0, 0, line, 0, count);
        for (int i = 0; i < count; i++) {
            top.offer(row, numbers[i], line[i] - rows.penalty(numbers[i]) - rows.penalty(row), false);
        }
    }

    /** Leaves the neighbours' neighbours that the row does not know yet at the beginning of {@link #met}. */
    private int newCandidates(int row) {
        int k = top.k();
        int count = 0;
        for (int i = row * k; i < (row + 1) * k; i++) {
            if (known[i] != TopK.NONE) {
                System.arraycopy(known, known[i] * k, met, count, k);
                count += k;
            }
        }
        Arrays.sort(met, 0, count);
        int newCandidates = 0;
        for (int i = 0; i < count && met[i] != TopK.NONE; i++) {
            boolean again = i > 0 && met[i] == met[i - 1];
            if (!again && met[i] != row && !isKnown(row, met[i])) {
                met[newCandidates++] = met[i];
            }
        }
        return newCandidates;
    }

    private boolean isKnown(int row, int other) {
        for (int i = row * top.k(); i < (row + 1) * top.k(); i++) {
            if (known[i] == other) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        self.close();
        others.close();
        products.close();
    }
}

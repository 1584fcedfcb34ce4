package dev.tldr4j.learn.backend.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BarlowTwinsTest {

    @Test
    void aWorkedExample() {
        // two pairs, two columns: Ẑa = [[1, −1], [−1, 1]], Ẑb = [[1, 1], [−1, 1]]
        // C = Ẑaᵀ Ẑb / 2 = [[(1 + 1)/2, (1 − 1)/2], [(−1 − 1)/2, (−1 + 1)/2]] = [[1, 0], [−1, 0]]
        // loss = (1 − 1)² + (1 − 0)² + λ (0² + (−1)²) = 1 + λ
        NativeMatrix views = matrix(4, 2, 1, -1, -1, 1, 1, 1, -1, 1);
        NativeMatrix gradient = new NativeMatrix(4, 2);
        try (Workers workers = new Workers(1);
                BarlowTwins loss = new BarlowTwins(workers)) {
            assertThat(loss.lossAndGradient(views, 0.25f, 1, gradient, true)).isCloseTo(1.25, within(1e-6));
            assertThat(loss.lossAndGradient(views, 0.25f, 1, gradient, false)).isCloseTo(1.25, within(1e-6));
            assertThat(loss.lossAndGradient(views, 0.25f, 1 / 32f, gradient)).isCloseTo(1.25 / 32, within(1e-7));
        }
    }

    @Test
    void identicalUncorrelatedViewsHaveNoLoss() {
        NativeMatrix views = matrix(8, 2, 1, 1, 1, -1, -1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1, -1);
        NativeMatrix gradient = new NativeMatrix(8, 2);
        try (Workers workers = new Workers(1);
                BarlowTwins loss = new BarlowTwins(workers)) {
            assertThat(loss.lossAndGradient(views, 0.5f, 1, gradient)).isCloseTo(0, within(1e-6));
        }
    }

    @Property(tries = 40)
    void bothFormsGiveTheSameLossAndGradient(
            @ForAll @IntRange(min = 1, max = 60) int batch, @ForAll @IntRange(min = 1, max = 300) int width) {
        SplittableRandom random = new SplittableRandom(batch * 1000L + width);
        NativeMatrix views = new NativeMatrix(2 * batch, width);
        for (int i = 0; i < 2 * batch * width; i++) {
            views.buffer().put(i, (float) (random.nextDouble() * 2 - 1));
        }
        NativeMatrix byRows = new NativeMatrix(2 * batch, width);
        NativeMatrix byColumns = new NativeMatrix(2 * batch, width);
        try (Workers workers = new Workers(2);
                BarlowTwins loss = new BarlowTwins(workers)) {
            double rows = loss.lossAndGradient(views, 0.01f, 1, byRows, true);
            double columns = loss.lossAndGradient(views, 0.01f, 1, byColumns, false);
            assertThat(rows).isCloseTo(columns, within(1e-5 * columns));
        }
        for (int i = 0; i < 2 * batch * width; i++) {
            assertThat(byRows.buffer().get(i)).isCloseTo(byColumns.buffer().get(i), within(1e-5f));
        }
    }

    private static NativeMatrix matrix(int rows, int cols, float... values) {
        NativeMatrix matrix = new NativeMatrix(rows, cols);
        matrix.buffer().put(0, values);
        return matrix;
    }
}

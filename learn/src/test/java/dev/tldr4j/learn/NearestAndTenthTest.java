package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NearestAndTenthTest {
    /** Each row far from all others, and from all as far. */
    private static float[][] corners(int rows) {
        float[][] corners = new float[rows][rows];
        for (int i = 0; i < rows; i++) {
            corners[i][i] = 10;
        }
        return corners;
    }

    @Test
    void isOneWhereAllAreAsFar() {
        assertThat(NearestAndTenth.ratio(Vectors.of(corners(20)), 1)).isCloseTo(1, within(1e-6));
    }

    @Test
    void isSmallWhereEveryRowHasAPartner() {
        float[][] rows = corners(20);
        for (int i = 0; i < 20; i += 2) {
            rows[i + 1] = rows[i].clone();
            rows[i + 1][i + 1] = 2;
        }
        // 2 to the partner; to others √(10² + 10²), or a little more where one or both have their 2
        assertThat(NearestAndTenth.ratio(Vectors.of(rows), 1)).isCloseTo(2 / Math.sqrt(202), within(2e-3));
    }

    @Test
    void isZeroForCopies() {
        assertThat(NearestAndTenth.ratio(Vectors.of(new float[30][4]), 1)).isZero();
    }

    @Test
    void dependsNeitherOnTheUnitNorMuchOnHowManyRowsThereAre() {
        double ofFew = NearestAndTenth.ratio(ball(2_000, 1), 2);
        assertThat(NearestAndTenth.ratio(ball(2_000, 1024), 2)).isCloseTo(ofFew, within(1e-6));
        assertThat(NearestAndTenth.ratio(ball(8_000, 1), 2)).isCloseTo(ofFew, within(0.03));
        assertThat(ofFew).isCloseTo(0.71, within(0.04));
    }

    /** Rows evenly in eight dimensions, where the ratio's eighth power follows Beta(1, 9): 0.71 on the mean, less at the edges. */
    private static Vectors ball(int rows, float unit) {
        SplittableRandom random = new SplittableRandom(1);
        float[][] values = new float[rows][8];
        for (float[] row : values) {
            for (int j = 0; j < row.length; j++) {
                row[j] = unit * (float) random.nextDouble();
            }
        }
        return Vectors.of(values);
    }
}

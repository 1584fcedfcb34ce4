package dev.tldr4j.evaluate.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdviceTest {
    /** Good embeddings; each test changes what it is about. */
    private static final class Found {
        int rows = 80_000;
        int dims = 384;
        int scanned = 80_000;
        Lengths lengths = new Lengths(1, 1, 1, true, true);
        int notFinite;
        int zero;
        int copies;
        Map<Integer, Integer> components = Map.of(50, 54, 90, 204, 95, 248, 99, 319);
        double meanShare = 0.05;
        double intrinsic = 7.2;

        Advice advice() {
            return Advice.from(new Inspection(
                    rows,
                    dims,
                    ElementType.F4,
                    scanned,
                    lengths,
                    new OddRows(notFinite, notFinite == 0 ? -1 : 3),
                    new OddRows(zero, zero == 0 ? -1 : 3),
                    new Copies(copies, copies == 0 ? -1 : 3, copies == 0 ? -1 : 0),
                    List.of(),
                    new Spread(20_000, components, meanShare, meanShare),
                    5_000,
                    intrinsic));
        }

        String words() {
            return String.join("\n", advice().words());
        }
    }

    private final Found found = new Found();

    @Test
    void goodEmbeddingsNeedNoWordOfWarning() {
        assertThat(found.advice().words())
                .satisfiesExactly(
                        dims -> assertThat(dims).startsWith("--dims 16, 32, 64, 128: "),
                        metric -> assertThat(metric).startsWith("--metric cosine, the default: "),
                        rows -> assertThat(rows).startsWith("neighborhood, the default"));
        assertThat(found.advice().metric()).isEqualTo(Metric.COSINE);
        assertThat(found.advice().sample()).isZero();
    }

    @Test
    void dimsArePowersOfTwoFromTwiceTheIntrinsicDimensionToNinetyPercent() {
        assertThat(found.advice().dims()).containsExactly(16, 32, 64, 128);
        found.intrinsic = 16;
        assertThat(found.advice().dims()).containsExactly(32, 64, 128);
        found.intrinsic = 1;
        assertThat(found.advice().dims()).as("not below 8").startsWith(8);
        found.components = Map.of(90, 64);
        assertThat(found.advice().dims()).containsExactly(8, 16, 32, 64);
        found.components = Map.of(90, 380);
        assertThat(found.advice().dims()).as("at most half").endsWith(128);
        found.intrinsic = 150;
        assertThat(found.advice().dims()).as("always one").containsExactly(128);
        found.intrinsic = Double.NaN;
        assertThat(found.advice().dims()).containsExactly(8, 16, 32, 64, 128);
    }

    @Test
    void fewDimensionsLeaveFewer() {
        found.components = Map.of(90, 2);
        found.dims = 3;
        assertThat(found.advice().dims()).containsExactly(1);
    }

    @Test
    void withoutPcaAQuarterOfTheDimensionsIsTheMost() {
        found.dims = 10_000;
        found.components = Map.of();
        assertThat(found.advice().dims()).startsWith(16).endsWith(2048);
        assertThat(found.words()).contains("a quarter of the dimensions");
    }

    @Test
    void whereLengthsDifferTheUserMustKnowTheMetric() {
        found.lengths = new Lengths(1, 2, 3, false, false);
        assertThat(found.words()).contains("--metric as you search");
        assertThat(found.advice().metric()).isEqualTo(Metric.COSINE);
    }

    @Test
    void brokenRowsZeroRowsAndManyCopiesComeFirst() {
        found.notFinite = 1;
        found.zero = 1;
        found.copies = 800;
        assertThat(found.advice().words().subList(0, 3))
                .satisfiesExactly(
                        words -> assertThat(words).startsWith("Remove the rows with NaN"),
                        words -> assertThat(words).startsWith("Remove the zero rows"),
                        words -> assertThat(words).startsWith("Remove the copies, 1 % of the rows"));
        assertThat(found.words()).contains("Without the zero rows, --metric cosine");
        assertThat(found.advice().metric()).as("cosine would be refused").isEqualTo(Metric.L2);
        found.copies = 799;
        assertThat(found.words()).doesNotContain("copies");
    }

    @Test
    void aRowFarOffIsToBeLookedAt() {
        found.lengths = new Lengths(1, 1, 1_001, false, false);
        assertThat(found.words()).contains("Look at the longest rows");
        found.lengths = new Lengths(1, 1, 1_000, false, false);
        assertThat(found.words()).doesNotContain("longest");
    }

    @Test
    void aCommonDirectionIsTold() {
        found.meanShare = 0.25;
        assertThat(found.words()).contains("25 % of the rows' squared length is one common vector");
        found.meanShare = 0.24;
        assertThat(found.words()).doesNotContain("common vector");
    }

    @Test
    void theNumberOfDifferentRowsDecidesWhatIsWorthTrying() {
        found.rows = 20_000;
        found.scanned = 20_000;
        assertThat(found.words()).contains("neighborhood, the default");
        found.copies = 19_500;
        assertThat(found.words()).contains("neighborhood, the default");
        found.copies = 19_501;
        assertThat(found.words()).contains("PCA: of fewer than 500 different rows");
        found.copies = 19_991;
        assertThat(found.words()).endsWith("Nothing: so few different rows teach nothing.");
        assertThat(found.advice().dims()).isEmpty();
    }

    @Test
    void aSampleStandsForAllRows() {
        found.rows = 2_000_000;
        found.scanned = 1_000;
        assertThat(found.words())
                .contains("--sample 2000000 looks at all", "neighborhood, the default", "a sample will do");
        assertThat(found.advice().sample()).isEqualTo(200_000);
        found.rows = 1_000_000;
        assertThat(found.advice().sample()).isZero();
    }
}

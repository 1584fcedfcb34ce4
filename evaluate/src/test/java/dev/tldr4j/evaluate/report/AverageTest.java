package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.evaluate.report.Results.Cell;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AverageTest {
    @Test
    void seedsAreAveragedWithinMethodDimsAndStorage() {
        List<Average> averages = Average.of(List.of(
                cell("tldr", 8, "float", 0, 0.5),
                cell("pca", 8, "float", 0, 0.4),
                cell("tldr", 8, "float", 1, 0.7),
                cell("tldr", 16, "float", 0, 0.9),
                cell("tldr", 8, "int8", 0, 0.1),
                cell("tldr", 8, "float", 2, 0.9)));

        assertThat(averages).extracting(Average::method).containsExactly("tldr", "pca", "tldr", "tldr");
        Average first = averages.get(0);
        assertThat(first.seeds()).isEqualTo(3);
        // mean of .5 .7 .9; squares of the differences .04 + 0 + .04 over 2 are .04, whose root is .2
        assertThat(first.mean().get("m")).isEqualTo(0.7, within(1e-12));
        assertThat(first.deviation().get("m")).isEqualTo(0.2, within(1e-12));
        // seeds 0, 1, 2 take 1, 2, 3 seconds
        assertThat(first.fitSeconds()).isEqualTo(2);
    }

    @Test
    void aSingleSeedDeviatesByNothing() {
        assertThat(Average.of(List.of(cell("pca", 8, "float", 0, 0.4))).get(0).deviation())
                .containsEntry("m", 0.0);
    }

    @Test
    void aMeasureThatOneSeedLacksIsLeftOut() {
        Cell lacks = new Cell("tldr", 8, "float", 1, Map.of(), 32, 0, 1);
        Average average =
                Average.of(List.of(cell("tldr", 8, "float", 0, 0.4), lacks)).get(0);
        assertThat(average.mean()).isEmpty();
        assertThat(average.seeds()).isEqualTo(2);
    }

    @Property
    void theMeanLiesAmongTheSeedsAndTheDeviationWithinTheirRange(
            @ForAll @Size(min = 1, max = 10) List<@DoubleRange(min = 0, max = 1) Double> figures) {
        List<Cell> cells = figures.stream()
                .map(figure -> cell("tldr", 8, "float", figures.indexOf(figure), figure))
                .toList();
        Average average = Average.of(cells).get(0);
        double least = figures.stream().mapToDouble(x -> x).min().orElseThrow();
        double most = figures.stream().mapToDouble(x -> x).max().orElseThrow();
        assertThat(average.mean().get("m")).isBetween(least - 1e-12, most + 1e-12);
        assertThat(average.deviation().get("m")).isBetween(0.0, most - least + 1e-12);
    }

    private static Cell cell(String method, int dims, String storage, long seed, double figure) {
        return new Cell(method, dims, storage, seed, Map.of("m", figure), dims * 4, 0, seed + 1);
    }
}

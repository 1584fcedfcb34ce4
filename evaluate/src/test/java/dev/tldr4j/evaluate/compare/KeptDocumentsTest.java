package dev.tldr4j.evaluate.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeptDocumentsTest {
    /** Documents at 0, 1, 2, …, 29 on a line, and queries at its two ends. */
    private static final Vectors DOCS = line(i -> i);

    private static final Vectors QUERIES = Vectors.of(new float[][] {{-1, 0}, {30, 0}});

    @Test
    void vectorsAsTheyAreKeepAll() {
        assertThat(kept(Exclusions.none(), DOCS)).isEqualTo(1);
    }

    /** Moved to 100, documents 0 to 3 leave the first query's ten nearest, and are farther from the second than its own. */
    @Test
    void countsWhatIsStillAmongTheTenNearest() {
        assertThat(kept(Exclusions.none(), line(i -> i < 4 ? 100 : i))).isCloseTo((0.6 + 1) / 2, within(1e-9));
    }

    /** Without documents 0 and 1 the first query's ten nearest are 2 to 11, of which 2 and 3 are lost. */
    @Test
    void leavesOutWhatIsExcluded() {
        Exclusions exclusions = Exclusions.of(Map.of(0, Set.of(0, 1)));
        assertThat(kept(exclusions, line(i -> i < 4 ? 100 : i))).isCloseTo((0.8 + 1) / 2, within(1e-9));
    }

    private static double kept(Exclusions exclusions, Vectors reduced) {
        KeptDocuments kept = new KeptDocuments(DOCS, QUERIES, exclusions, Metric.L2, 1);
        return kept.share(Index.of(reduced, Metric.L2, 1), QUERIES, ProgressListener.SILENT);
    }

    private static Vectors line(java.util.function.IntUnaryOperator place) {
        return Vectors.of(IntStream.range(0, 30)
                .mapToObj(i -> new float[] {place.applyAsInt(i), 0})
                .toArray(float[][]::new));
    }
}

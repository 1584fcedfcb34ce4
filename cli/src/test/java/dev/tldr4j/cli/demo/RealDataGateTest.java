package dev.tldr4j.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The default recipe on the bundled pictures: what a change of the method must not lose. */
class RealDataGateTest {
    /** The standard error of an accuracy around 0.8 that is measured on 1,000 pictures. */
    private static final double STANDARD_ERROR = 0.013;

    @Test
    void atEightNumbersItIsAheadOfPca() throws IOException {
        try (var data = DemoData.unpack()) {
            var scores = new DemoExperiment(2, () -> false, ProgressListener.SILENT)
                    .run(data, List.of(8))
                    .scores();
            assertThat(accuracy(scores, DemoExperiment.LEARNED))
                    .isGreaterThan(accuracy(scores, DemoExperiment.PCA) + STANDARD_ERROR);
        }
    }

    private static double accuracy(List<DemoExperiment.Score> scores, String method) {
        return scores.stream()
                .filter(score -> score.method().equals(method))
                .findFirst()
                .orElseThrow()
                .accuracy();
    }
}

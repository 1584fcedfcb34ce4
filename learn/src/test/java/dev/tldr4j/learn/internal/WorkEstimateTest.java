package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkEstimateTest {
    private static final double GIB = 1L << 30;

    @Test
    void whatCannotFitIsRefusedWithTheNumbersAndAWayOut() {
        assertThatThrownBy(() -> WorkEstimate.require("x: it", 20_000, 7 * GIB, 9 * GIB, 6 * GIB, 24 * GIB))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("x: it would need about 7.0 GiB of Java's memory, and there are 6.0 (more with"
                        + " TLDR4J_OPTS=-Xmx9g); learn from fewer rows than that, as with fit --sample 10000");
        assertThatThrownBy(() -> WorkEstimate.require("x: it", 20_000, 5 * GIB, 20 * GIB, 6 * GIB, 24 * GIB))
                .hasMessageContainingAll("25.0 GiB of memory", "this machine has 24.0");
        assertThatThrownBy(() -> WorkEstimate.require("x: it", 50_000, 0, 0, GIB, GIB))
                .hasMessageContainingAll("50,000 × 50,000", "46,340 × 46,340");
        assertThatCode(() -> WorkEstimate.require("x: it", 20_000, 5 * GIB, 9 * GIB, 6 * GIB, 24 * GIB))
                .doesNotThrowAnyException();
    }

    @Test
    void whatTakesMinutesIsSaid() {
        List<String> notes = new ArrayList<>();
        ProgressListener listener = new ProgressListener() {
            @Override
            public void progress(Progress progress) {}

            @Override
            public void note(String message) {
                notes.add(message);
            }
        };
        WorkEstimate.noteEigenvectors(2_000, 2, listener);
        assertThat(notes).isEmpty();
        WorkEstimate.noteEigenvectors(20_000, 2, listener);
        assertThat(notes).hasSize(1).allMatch(note -> note.contains("20,000 × 20,000 numbers take some 30 minutes"));
    }
}

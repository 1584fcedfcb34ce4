package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two numbers a row, of which the first tells everything and the second nothing. */
class ValidationTest {
    private static final Encoder FIRST = Encoder.affine(new float[] {1, 0}, new float[1], Map.of());
    private static final Encoder SECOND = Encoder.affine(new float[] {0, 1}, new float[1], Map.of());

    @Test
    void retrievalIsMeasuredOnReducedVectors() throws IOException {
        Vectors docs = Vectors.of(new float[][] {{1, 9}, {2, 7}, {3, 8}});
        Vectors queries = Vectors.of(new float[][] {{1, 7}});
        RetrievalEvaluation evaluation =
                new RetrievalEvaluation(Judgments.of(Map.of(0, Map.of(0, 1))), Exclusions.none(), Metric.L2, 1);
        Validation validation = new RetrievalValidation(docs, queries, evaluation);
        assertThat(validation.name()).isEqualTo("nDCG@10");
        // by the first number document 0 ranks first, by the second it ranks third: 1 / log2(4)
        assertThat(validation.score(FIRST)).isEqualTo(1);
        assertThat(validation.score(SECOND)).isEqualTo(0.5);
    }

    @Test
    void labelsAreVotedOnInReducedVectors() throws IOException {
        float[][] rows = new float[300][2];
        int[] labels = new int[300];
        for (int i = 0; i < rows.length; i++) {
            labels[i] = i % 2;
            rows[i] = new float[] {100 * (i % 2) + i / 300f, (i * 37 + i / 7) % 100};
        }
        Vectors vectors = Vectors.of(rows);
        Validation validation = new LabelValidation(vectors, new IntRows("y", 300, 1, labels), Metric.L2, 1, 0);
        assertThat(validation.name()).isEqualTo("10-NN accuracy");
        assertThat(validation.score(FIRST)).isEqualTo(1);
        assertThat(validation.score(SECOND)).isLessThan(0.9);
        labels[0] = 1;
        assertThat(new LabelValidation(vectors, new IntRows("y", 300, 1, labels), Metric.L2, 1, 0).fingerprint())
                .isNotEqualTo(validation.fingerprint());
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Vectors two = Vectors.of(new float[][] {{1, 9}, {2, 7}});
        assertThatThrownBy(() -> new LabelValidation(two, new IntRows("y", 3, 1, new int[3]), Metric.L2, 1, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("y", "3 labels", "2 rows");
        Vectors one = Vectors.of(new float[][] {{1, 9}});
        assertThatThrownBy(() -> new LabelValidation(one, new IntRows("y", 1, 1, new int[1]), Metric.L2, 1, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("one row");
        Vectors wide = Vectors.of(new float[][] {{1, 9, 5}});
        RetrievalEvaluation evaluation =
                new RetrievalEvaluation(Judgments.of(Map.of(0, Map.of(0, 1))), Exclusions.none(), Metric.L2, 1);
        assertThatThrownBy(() -> new RetrievalValidation(two, wide, evaluation))
                .isInstanceOf(InvalidInputException.class);
    }
}

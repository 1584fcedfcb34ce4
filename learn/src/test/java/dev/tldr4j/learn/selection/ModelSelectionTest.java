package dev.tldr4j.learn.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.Vectors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelSelectionTest {
    private static final Vectors LEARNED = Vectors.of(new float[][] {{1, 0}, {0, 1}, {-1, 0}, {0.05f, -1}});

    /** The first is nearest to row 0, the second to row 1. */
    private static final Vectors HELD_OUT = Vectors.of(new float[][] {{1, 0.1f}, {0.1f, 1}});

    private static final Encoder BOTH = Encoder.affine(new float[] {1, 0, 0, 1}, new float[2], Map.of());

    /** The first held-out row has its nearest first (1), the second has it after row 3 (1/2). */
    private static final Encoder FIRST_NUMBER = Encoder.affine(new float[] {1, 0}, new float[1], Map.of());

    private static final Encoder FIRST_NUMBER_TWICE = Encoder.affine(new float[] {1, 0, 1, 0}, new float[2], Map.of());

    private static ModelSelection.Selected best(ModelSelection.Candidate... candidates) throws Exception {
        HeldOutSearch search = new HeldOutSearch(HELD_OUT, LEARNED, 1, 0);
        return new ModelSelection(search, BOTH.normalized())
                .best(
                        List.of(candidates),
                        List.of(candidates[candidates.length - 1].encoder().outputDims()));
    }

    @Test
    void theScoreIsTheMeanReciprocalRankWithItsStandardError() throws Exception {
        ModelSelection.Scored scored =
                best(new ModelSelection.Candidate("one", FIRST_NUMBER)).chosen();
        assertThat(scored.score()).isCloseTo(0.75, within(1e-12));
        // of 1 and 1/2 the deviation is 1/4
        assertThat(scored.standardError()).isCloseTo(0.25 / Math.sqrt(2), within(1e-12));
    }

    @Test
    void aSimplerOneThatIsWithinAStandardErrorIsTaken() throws Exception {
        ModelSelection.Candidate simple = new ModelSelection.Candidate("simple", FIRST_NUMBER);
        ModelSelection.Candidate level = new ModelSelection.Candidate("level", FIRST_NUMBER);
        assertThat(best(simple, level).chosen().candidate()).isEqualTo(simple);
    }

    @Test
    void aSimplerOneThatIsFurtherBehindIsNot() throws Exception {
        ModelSelection.Candidate simple = new ModelSelection.Candidate("simple", FIRST_NUMBER_TWICE);
        ModelSelection.Candidate right = new ModelSelection.Candidate("right", BOTH);
        ModelSelection.Selected selected = best(simple, right);
        assertThat(selected.chosen().candidate()).isEqualTo(right);
        assertThat(selected.named("simple").score()).isEqualTo(0.75);
        assertThat(selected).hasToString("simple 0.750, right 1.000");
    }

    @Test
    void theMeanOverPrefixesDecidesWhereSeveralAreEncoders() throws Exception {
        HeldOutSearch search = new HeldOutSearch(HELD_OUT, LEARNED, 1, 0);
        ModelSelection.Selected selected = new ModelSelection(search, BOTH.normalized())
                .best(List.of(new ModelSelection.Candidate("both", BOTH)), List.of(1, 2));

        ModelSelection.Scored scored = selected.chosen();
        assertThat(scored.byPrefix()).containsExactly(0.75, 1.0);
        assertThat(scored.ofWhole()).isEqualTo(1);
        assertThat(scored.score()).isCloseTo(0.875, within(1e-12));
        // the first row has a mean of 1, the second one of 3/4: a deviation of 1/8
        assertThat(scored.standardError()).isCloseTo(0.125 / Math.sqrt(2), within(1e-12));
    }
}

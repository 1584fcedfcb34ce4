package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FitSummaryTest {
    private static String chosen(String... metadata) {
        Map<String, String> all =
                new HashMap<>(Map.of("held_out_mrr", "0.83274", "held_out_mrr_pca", "0.79994", "held_out_rows", "867"));
        for (int i = 0; i < metadata.length; i += 2) {
            all.put(metadata[i], metadata[i + 1]);
        }
        return FitSummary.chosen(Encoder.affine(new float[6], new float[2], all));
    }

    @Test
    void namesWhatHeldOutRowsChoseWithItsScoreAndPcas() {
        String scores = ": MRR 0.8327 on 867 held-out rows, where PCA has 0.7999";

        assertThat(chosen("method", "neighborhood")).isEqualTo("the trained encoder" + scores);
        assertThat(chosen("method", "neighborhood", "interpolation", "0.5"))
                .isEqualTo("half-way from the start to the trained encoder" + scores);
        assertThat(chosen("method", "neighbor-whitening"))
                .isEqualTo("neighbour whitening, the start of training" + scores);
        assertThat(chosen("method", "pca", "whitening", "0.5")).isEqualTo("PCA, half whitened" + scores);
    }

    @Test
    void plainPcaIsNotComparedWithItself() {
        assertThat(chosen("method", "pca", "whitening", "0.0")).isEqualTo("PCA: MRR 0.8327 on 867 held-out rows");
    }

    @Test
    void aSentenceHasSizesRowsAndTime() {
        Encoder encoder = Encoder.affine(new float[6], new float[2], Map.of("training_rows", "8674", "method", "tldr"));

        assertThat(FitSummary.sentence(encoder, 29.71))
                .isEqualTo("3 dimensions to 2, learned from 8,674 rows in 29.7 s");
    }

    @Test
    void listsTheScoresOfPrefixes() {
        assertThat(chosen(
                        "method",
                        "neighborhood",
                        "prefixes",
                        "1,2",
                        "held_out_mrr_by_prefix",
                        "0.5,0.75",
                        "held_out_mrr_by_prefix_pca",
                        "0.25,0.5"))
                .endsWith("; by prefix (1,2) 0.5000, 0.7500, PCA 0.2500, 0.5000");
    }

    @Test
    void saysNothingWhereNothingWasChosen() {
        assertThat(FitSummary.chosen(Encoder.affine(new float[6], new float[2], Map.of("method", "tldr"))))
                .isEmpty();
    }
}

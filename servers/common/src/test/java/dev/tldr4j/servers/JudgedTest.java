package dev.tldr4j.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JudgedTest {
    @Test
    void generatedVectorsAreHardToSearchAndKeepMostWhenReduced() throws IOException {
        Judged judged = GeneratedVectors.judged();

        double full = judged.exactNdcg();
        assertThat(full).isBetween(0.4, 0.9);
        Encoder encoder = judged.quickEncoder(128);
        assertThat(encoder.outputDims()).isEqualTo(128);
        assertThat(judged.exactNdcg(encoder)).isBetween(0.9 * full, 0.99);
    }

    @Test
    void exactSearchHasTheNdcgOfTheEvaluation() throws Exception {
        Judged judged = GeneratedVectors.judged();
        Index index = Index.of(judged.docs(), Metric.COSINE, 2);

        Answers answers = Answers.of(
                judged.task(),
                (query, k) -> index.nearest(Vectors.of(query, query.length), k, ProgressListener.SILENT));

        assertThat(answers.ndcg()).isCloseTo(judged.exactNdcg(), within(1e-9));
        assertThat(answers.median()).isPositive();
    }

    @Test
    void theFirstDocumentsKeepTheirJudgments() throws IOException {
        Judged all = GeneratedVectors.judged();

        Judged first = all.first(900); // of each topic three of five
        assertThat(first.docs().rows()).isEqualTo(900);
        assertThat(first.judgments().grades(7).keySet()).containsExactly(7, 307, 607);
        assertThat(first.exactNdcg()).isPositive();
    }
}

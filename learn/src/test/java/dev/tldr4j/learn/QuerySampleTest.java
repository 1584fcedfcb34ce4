package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.NeighborRecall;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents have a topic and a style, which vary as much; queries are all of one style. */
class QuerySampleTest {
    private static final int DIMS = 12;
    private static final int TOPIC_DIMS = 4;
    private static final Vectors DOCUMENTS = texts(2000, 1, 7);

    @TempDir
    Path folder;

    @Test
    void withSampleQueriesOthersKeepMoreOfTheirNearestDocuments() throws IOException {
        Vectors asked = queries(200, 4);
        double without = kept(asked, fit().fit(DOCUMENTS));
        double with = kept(asked, fit().queries(queries(200, 3)).fit(DOCUMENTS));
        assertThat(with).isGreaterThan(1.3 * without);
    }

    @Test
    void anEncoderSaysHowManyQueriesItLearnedFrom() throws IOException {
        assertThat(fit().queries(queries(50, 3)).fit(DOCUMENTS).metadata()).containsEntry("sample_queries", "50");
        assertThat(fit().fit(DOCUMENTS).metadata()).doesNotContainKey("sample_queries");
    }

    @Test
    void cancelledAndResumedIsAsNeverCancelled() throws IOException {
        String expected = fit().queries(queries(50, 3)).fit(DOCUMENTS).id();
        AtomicBoolean cancel = new AtomicBoolean();
        assertThatThrownBy(() -> fit().queries(queries(50, 3))
                        .checkpoint(folder)
                        .listener(p -> cancel.set(p.stage().equals("training") && p.done() >= 20))
                        .cancelWhen(cancel::get)
                        .fit(DOCUMENTS))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> fit().queries(queries(50, 5))
                        .checkpoint(folder)
                        .resume(true)
                        .fit(DOCUMENTS))
                .as("other queries")
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("queries");
        Encoder resumed =
                fit().queries(queries(50, 3)).checkpoint(folder).resume(true).fit(DOCUMENTS);
        assertThat(resumed.id()).isEqualTo(expected);
    }

    @Test
    void queriesOfAnotherModelOrForAnotherRecipeAreRefused() {
        Vectors narrow = Vectors.of(new float[10 * 5], 5);
        assertThatThrownBy(() -> fit().queries(narrow).fit(DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("5 dimensions");
        assertThatThrownBy(() -> Tldr.builder()
                        .dims(4)
                        .recipe(Recipe.PAPER)
                        .queries(queries(50, 3))
                        .fit(DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("default recipe");
    }

    @Test
    void queriesThatAreNoNumbersAreRefused() {
        float[] values = new float[10 * DIMS];
        values[DIMS + 2] = Float.NaN;
        assertThatThrownBy(() -> fit().queries(Vectors.of(values, DIMS)).fit(DOCUMENTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1");
    }

    private static Tldr.Builder fit() {
        return Tldr.builder().dims(4).threads(2).steps(150).fallback(Fallback.NONE);
    }

    /** The share of the ten nearest documents in the whitened space that are among the ten nearest. */
    private static double kept(Vectors asked, Encoder encoder) throws IOException {
        Pca pca = Pca.fit(DOCUMENTS, 2, ProgressListener.SILENT);
        NeighborWhitening whitening = NeighborWhitening.fit(DOCUMENTS, pca, 2, ProgressListener.SILENT);
        Encoder space = whitening.encoder(whitening.rank()).normalized();
        HeldOutSearch search = new HeldOutSearch(asked, DOCUMENTS, 2, 0);
        return NeighborRecall.shareKept(
                search.nearest(10, Metric.L2, space), search.nearest(10, Metric.L2, encoder), 10);
    }

    /** @param styles how much the style varies; the topic varies by 1 */
    private static Vectors texts(int count, double styles, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] rows = new float[count][DIMS];
        for (float[] row : rows) {
            for (int j = 0; j < DIMS; j++) {
                row[j] = (float) (random.nextGaussian() * (j < TOPIC_DIMS ? 1 : styles));
            }
        }
        return Vectors.of(rows);
    }

    private static Vectors queries(int count, long seed) {
        return texts(count, 0.1, seed);
    }
}

package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.selection.ModelSelection.Candidate;
import dev.tldr4j.learn.selection.ModelSelection.Scored;
import dev.tldr4j.learn.selection.ModelSelection.Selected;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever the vectors are like: the encoder of a default fit is not worse than PCA, but for chance. */
class DefaultFitPromiseTest {
    private static final int FRESH = 200;

    /** What vectors may be like. */
    enum Family {
        LOW_RANK_AND_NOISE(510, 32) {
            @Override
            float[][] rows(int count, Random random) {
                float[][] basis = normal(6, dims, random);
                return each(count, i -> mix(basis, 0.2, 1, random));
            }
        },
        CLUSTERS(510, 24) {
            @Override
            float[][] rows(int count, Random random) {
                float[][] centres = normal(40, dims, random);
                return each(count, i -> around(centres[random.nextInt(centres.length)], 0.3, random));
            }
        },
        HEAVY_TAILS(510, 24) {
            @Override
            float[][] rows(int count, Random random) {
                float[][] basis = normal(8, dims, random);
                // Student's t of two degrees of freedom, as a whole: the variance of a row is without bounds
                return each(count, i -> mix(basis, 0.3, 1 / Math.sqrt(-Math.log(1 - random.nextDouble())), random));
            }
        },
        NEAR_DUPLICATES(510, 24) {
            @Override
            float[][] rows(int count, Random random) {
                float[][] originals = normal(count / 3, dims, random);
                return each(count, i -> around(originals[i % originals.length], 0.02, random));
            }
        },
        FEWER_ROWS_THAN_DIMENSIONS(510, 520) {
            @Override
            float[][] rows(int count, Random random) {
                float[][] basis = normal(12, dims, random);
                return each(count, i -> mix(basis, 0.5, 1, random));
            }
        };

        final int rows;
        final int dims;

        Family(int rows, int dims) {
            this.rows = rows;
            this.dims = dims;
        }

        abstract float[][] rows(int count, Random random);

        private interface Row {
            float[] of(int i);
        }

        static float[][] each(int count, Row row) {
            float[][] rows = new float[count][];
            Arrays.setAll(rows, row::of);
            return rows;
        }

        static float[][] normal(int count, int dims, Random random) {
            return each(count, i -> around(new float[dims], 1, random));
        }

        static float[] around(float[] centre, double deviation, Random random) {
            float[] row = centre.clone();
            for (int j = 0; j < row.length; j++) {
                row[j] += (float) (deviation * random.nextGaussian());
            }
            return row;
        }

        /** A random sum of a basis, of which each is half as loud again as the next, with noise. */
        static float[] mix(float[][] basis, double noise, double scale, Random random) {
            float[] row = new float[basis[0].length];
            double loudness = scale;
            for (float[] direction : basis) {
                double factor = loudness * random.nextGaussian();
                for (int j = 0; j < row.length; j++) {
                    row[j] += (float) (factor * direction[j]);
                }
                loudness /= 1.5;
            }
            return around(row, noise * scale, random);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LOW_RANK_AND_NOISE, 2, 1",
        "LOW_RANK_AND_NOISE, 6, 2",
        "CLUSTERS, 6, 3",
        "HEAVY_TAILS, 6, 4",
        "NEAR_DUPLICATES, 6, 5",
        "FEWER_ROWS_THAN_DIMENSIONS, 6, 6"
    })
    void aDefaultFitIsNotWorseThanPca(Family family, int dims, long seed) throws IOException {
        List<float[]> all = Arrays.asList(family.rows(family.rows + FRESH, new Random(seed)));
        Collections.shuffle(all, new Random(seed));
        Vectors vectors = Vectors.of(all.subList(FRESH, all.size()).toArray(float[][]::new));
        Vectors fresh = Vectors.of(all.subList(0, FRESH).toArray(float[][]::new));
        FitResult result = Tldr.builder().dims(dims).seed(seed).run(vectors);

        Selected selected = result.selection().orElseThrow();
        Scored best = Collections.max(selected.all(), Comparator.comparingDouble(Scored::score));
        assertThat(result.encoder().id())
                .isEqualTo(selected.chosen().candidate().encoder().id());
        assertThat(selected.chosen().score())
                .isGreaterThanOrEqualTo(selected.named("PCA").score() - best.standardError());

        // and on rows that neither training nor the choice has seen, measured with an error of its own
        Pca pca = Pca.fit(vectors, 1, ProgressListener.SILENT);
        NeighborWhitening near = NeighborWhitening.fit(vectors, pca, 1, ProgressListener.SILENT);
        ModelSelection again = new ModelSelection(
                new HeldOutSearch(fresh, vectors, 1, 0),
                near.encoder(near.rank()).normalized());
        Selected measured = again.best(
                List.of(
                        new Candidate("PCA", pca.encoder(dims, 0).normalized()),
                        new Candidate("fit", result.encoder())),
                List.of(dims));
        double error = measured.all().get(0).standardError();
        assertThat(measured.named("fit").score())
                .isGreaterThanOrEqualTo(measured.named("PCA").score() - best.standardError() - 2 * error);
    }
}

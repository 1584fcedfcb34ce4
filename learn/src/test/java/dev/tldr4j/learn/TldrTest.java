package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.encode.CollapsedOutputs;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.learn.training.DivergedException;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TldrTest {
    private static final Groups GROUPS = new Groups(40, 10, 1);

    @Test
    void learnsWhatNeighboursShareWherePcaKeepsTheLoudestNoise() throws Exception {
        Encoder tldr = quick().epochs(60).fit(GROUPS.vectors());
        Encoder pca = Pca.fit(GROUPS.vectors(), 2, ProgressListener.SILENT).encoder(Groups.SIGNALS, 0);
        double learned = GROUPS.neighboursOfTheSameGroup(tldr);
        double loudest = GROUPS.neighboursOfTheSameGroup(pca);
        assertThat(learned).as("TLDR against PCA's " + loudest).isGreaterThan(loudest + 0.1);
    }

    @ParameterizedTest
    @EnumSource(Recipe.class)
    void sameSeedSameThreadsSameBytes(Recipe recipe, @TempDir Path folder) throws Exception {
        for (String name : List.of("a", "b")) {
            quick().recipe(recipe)
                    .projector("mlp-1-32")
                    .seed(7)
                    .fit(GROUPS.vectors())
                    .save(folder.resolve(name));
        }
        assertThat(Files.readAllBytes(folder.resolve("a"))).isEqualTo(Files.readAllBytes(folder.resolve("b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"flinear-1-16", "mlp-1-16", "mlp-2-16"})
    void deepEncodersLearnToo(String shape) throws Exception {
        Encoder encoder = quick().encoder(shape).epochs(100).fit(GROUPS.vectors());
        Encoder pca = Pca.fit(GROUPS.vectors(), 2, ProgressListener.SILENT).encoder(Groups.SIGNALS, 0);
        assertThat(GROUPS.neighboursOfTheSameGroup(encoder)).isGreaterThan(GROUPS.neighboursOfTheSameGroup(pca));
        assertThat(encoder.layers()).hasSize(shape.startsWith("f") ? 1 : shape.charAt(4) - '0' + 1);
        assertThat(encoder.metadata()).containsEntry("encoder", shape);
    }

    @ParameterizedTest
    @EnumSource(LossKind.class)
    void everyLossIsMadeSmaller(LossKind loss) throws Exception {
        List<Double> losses = new ArrayList<>();
        Encoder encoder = quick().loss(loss)
                .projector("mlp-1-32")
                .epochs(50)
                .listener(progress -> {
                    if (progress.stage().equals("training")) {
                        losses.add(progress.loss());
                    }
                })
                .fit(GROUPS.vectors());
        assertThat(losses.get(losses.size() - 1)).isLessThan(0.9 * losses.get(0));
        assertThat(encoder.metadata()).containsEntry("loss", loss.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    void theScheduleAndLarsCanBeSetAndAreRecorded() throws Exception {
        Encoder encoder = quick().set(Settings.OPTIMIZER, OptimizerKind.LARS)
                .set(Settings.MOMENTUM, 0.5)
                .set(Settings.WEIGHT_DECAY, 0.25)
                .set(Settings.TRUST, 0.125)
                .set(Settings.NORM_LEARNING_RATE, 2.0)
                .set(Settings.WARM_UP, 0.0)
                .set(Settings.FINAL_RATE, 1.0)
                .fit(GROUPS.vectors());
        assertThat(encoder.metadata())
                .containsEntry("momentum", "0.5")
                .containsEntry("weight_decay", "0.25")
                .containsEntry("trust", "0.125")
                .containsEntry("norm_learning_rate", "2.0")
                .containsEntry("warm_up", "0.0")
                .containsEntry("final_rate", "1.0");
        assertThat(quick().set(Settings.OPTIMIZER, OptimizerKind.LARS)
                        .fit(GROUPS.vectors())
                        .metadata())
                .containsEntry("momentum", "0.9")
                .containsEntry("weight_decay", "1.0E-6")
                .containsEntry("norm_learning_rate", "0.024");
    }

    @Test
    void randomWeightsMayBeLearnedInPrincipalCoordinates() throws Exception {
        Tldr.Builder paper = quick().recipe(Recipe.PAPER).projector("mlp-1-32");
        Encoder plain = paper.fit(GROUPS.vectors());
        Encoder turned = paper.set(Settings.WHITENING, 0.5).fit(GROUPS.vectors());
        assertThat(plain.metadata()).doesNotContainKey("whitening");
        assertThat(turned.metadata()).containsEntry("whitening", "0.5").containsEntry("init", "random");
        assertThat(turned.id()).isNotEqualTo(plain.id());
    }

    @Test
    void anEncoderTooNarrowToStartAtPcaStartsAtRandomAndSaysSo() throws Exception {
        List<String> notes = new ArrayList<>();
        Encoder encoder = quick().encoder("mlp-1-" + (2 * Groups.SIGNALS - 1))
                .listener(new Notes(notes))
                .fit(GROUPS.vectors());
        assertThat(notes).anyMatch(note -> note.contains("too narrow"));
        assertThat(encoder.metadata()).containsEntry("init", "random");
    }

    @Test
    void epochsCountTheRowsThatHaveTwins() throws Exception {
        Encoder encoder = quick().neighbors(1)
                .labels(GROUPS.labels())
                .batchSize(10)
                .epochs(1)
                .fit(GROUPS.vectors());
        int rows = Integer.parseInt(encoder.metadata().get("rows_with_twins"));
        assertThat(rows).isLessThan(400);
        assertThat(encoder.metadata()).containsEntry("steps", Integer.toString(rows / 10));
    }

    @Test
    void drlimIsTheContrastiveLossWithoutAProjector() throws Exception {
        Encoder encoder = quick().loss(LossKind.CONTRASTIVE)
                .projector("none")
                .encoder("mlp-1-16")
                .set(Settings.MARGIN, 2.0)
                .fit(GROUPS.vectors());
        assertThat(encoder.metadata()).containsEntry("margin", "2.0").containsEntry("projector", "none");
    }

    @Test
    void noiseMakesTwinsWithoutNeighbours() throws Exception {
        List<String> stages = new ArrayList<>();
        Encoder encoder = quick().set(Settings.PAIRS, PairKind.GAUSSIAN)
                .set(Settings.NOISE, 0.3)
                .listener(progress -> stages.add(progress.stage()))
                .fit(GROUPS.vectors());
        assertThat(encoder.metadata()).containsEntry("pairs", "gaussian").containsEntry("noise", "0.3");
        assertThat(stages).doesNotContain("neighbours");
    }

    @Test
    void trueLabelsGiveBetterTwins() throws Exception {
        Tldr.Builder twins = quick().loss(LossKind.BARLOW)
                .projector("mlp-1-32")
                .set(Settings.OPTIMIZER, OptimizerKind.ADAM)
                .set(Settings.INIT, Initialization.PCA)
                .set(Settings.LEARNING_RATE, 4e-3)
                .neighbors(9)
                .epochs(60);
        Encoder plain = twins.fit(GROUPS.vectors());
        Encoder oracle = twins.labels(GROUPS.labels()).fit(GROUPS.vectors());
        assertThat(GROUPS.neighboursOfTheSameGroup(oracle)).isGreaterThan(GROUPS.neighboursOfTheSameGroup(plain));
        assertThat(Integer.parseInt(oracle.metadata().get("rows_with_twins"))).isBetween(200, 400);
    }

    @Test
    void labelsOfAnotherLengthAreRefused() throws Exception {
        assertRefused(quick().labels(new IntRows("y.npy", 3, 1, new int[] {1, 2, 3})), "y.npy", "3 rows", "400 rows");
        int[] different = new int[400];
        java.util.Arrays.setAll(different, i -> i);
        assertRefused(quick().labels(new IntRows("y.npy", 400, 1, different)), "y.npy", "own label");
    }

    @Test
    void anotherSeedGivesAnotherEncoder() throws Exception {
        assertThat(quick().seed(1).fit(GROUPS.vectors()).id())
                .isNotEqualTo(quick().seed(2).fit(GROUPS.vectors()).id());
    }

    @Test
    void theUnitOfTheVectorsDoesNotMatter() throws Exception {
        float[][] scaled = GROUPS.values(1024);
        Encoder one = quick().fit(GROUPS.vectors());
        Encoder other = quick().fit(Vectors.of(scaled));
        float[] a = one.encode(GROUPS.values(1)[5]);
        float[] b = other.encode(scaled[5]);
        for (int i = 0; i < a.length; i++) {
            assertThat(b[i]).isCloseTo(a[i], org.assertj.core.api.Assertions.within(0.01f));
        }
    }

    @Test
    void theMetadataTellsHowItWasLearned() throws Exception {
        Encoder encoder = quick().neighbors(2).metric(Metric.COSINE).fit(GROUPS.vectors());
        assertThat(encoder.metadata())
                .containsEntry("method", "neighborhood")
                .containsEntry("recipe", "default")
                .containsEntry("neighbors", "2")
                .containsEntry("metric", "cosine")
                .containsEntry("projector", "none")
                .containsEntry("training_rows", "400")
                .containsEntry("neighbor_search", "exact")
                .containsEntry("neighbor_recall", "1.0")
                .containsKeys("data_fingerprint", "tldr4j_version", "seed", "steps", "learning_rate", "optimizer");
        assertThat(encoder.isNormalized()).isTrue();
    }

    @Test
    void aGivenGraphIsUsedAsIs() throws Exception {
        NeighborGraph graph = new ExactSearch(Metric.COSINE, 2).graph(GROUPS.vectors(), 10, ProgressListener.SILENT);
        List<String> stages = new ArrayList<>();
        Encoder given = quick().set(Settings.WHITENING, 1.0)
                .graph(graph)
                .listener(progress -> stages.add(progress.stage()))
                .fit(GROUPS.vectors());
        // with a given whitening, neighbours are those of the vectors as they are
        assertThat(given.id())
                .isEqualTo(quick().set(Settings.WHITENING, 1.0)
                        .fit(GROUPS.vectors())
                        .id());
        assertThat(stages).doesNotContain("neighbours").contains("training");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWhiteningThatIsKnownIsNotFoundAgain(boolean selects, @TempDir Path folder) throws Exception {
        Groups groups = selects ? new Groups(60, 10, 3) : GROUPS;
        List<String> stages = new ArrayList<>();
        quick().fit(groups.vectors()).save(folder.resolve("alone"));
        quick().neighborWhitening(whitening(groups.vectors()))
                .listener(progress -> stages.add(progress.stage()))
                .fit(groups.vectors())
                .save(folder.resolve("known"));

        assertThat(Files.readAllBytes(folder.resolve("known"))).isEqualTo(Files.readAllBytes(folder.resolve("alone")));
        assertThat(stages).doesNotContain("whitening").contains("neighbours", "training");
    }

    @Test
    void aWhiteningOfOtherVectorsOrOfMoreThanAreLearnedFromIsNotUsed() throws Exception {
        NeighborWhitening others = whitening(new Groups(40, 10, 2).vectors());
        assertThat(quick().neighborWhitening(others).fit(GROUPS.vectors()).id())
                .isEqualTo(quick().fit(GROUPS.vectors()).id());
        NeighborWhitening all = whitening(GROUPS.vectors());
        assertThat(quick().neighborWhitening(all)
                        .sample(300)
                        .fit(GROUPS.vectors())
                        .id())
                .isEqualTo(quick().sample(300).fit(GROUPS.vectors()).id());
        assertThat(quick().neighborWhitening(all)
                        .holdOut(50)
                        .fit(GROUPS.vectors())
                        .id())
                .isEqualTo(quick().holdOut(50).fit(GROUPS.vectors()).id());
    }

    private static NeighborWhitening whitening(Vectors vectors) throws Exception {
        Pca pca = Pca.fit(vectors, 2, ProgressListener.SILENT);
        return NeighborWhitening.fit(vectors, pca, 2, ProgressListener.SILENT);
    }

    @Test
    void aGraphOfOtherRowsIsRefused() throws Exception {
        NeighborGraph graph = new NeighborGraph(new IntRows("small.npy", 2, 1, new int[] {1, 0}));
        assertRefused(quick().graph(graph), "small.npy", "400");
    }

    @Test
    void aSampleIsLearnedFrom() throws Exception {
        assertThat(quick().sample(100).fit(GROUPS.vectors()).metadata()).containsEntry("training_rows", "100");
    }

    @Test
    void fewerRowsThanABatchAreEnoughAndSaidSo() throws Exception {
        List<String> notes = new ArrayList<>();
        quick().batchSize(1000).listener(new Notes(notes)).fit(GROUPS.vectors());
        assertThat(notes).singleElement().asString().contains("400 rows").contains("1000");
    }

    @Test
    void outputsThatAreTheSameForAllRowsAreCounted() {
        // of three outputs, the second is 5 for every row and the third the rounding of a constant
        Encoder encoder = Encoder.affine(new float[] {1, 0, 0, 0, 0, 1e-7f}, new float[] {0, 5, 3}, java.util.Map.of());
        Vectors vectors = Vectors.of(new float[][] {{1, 2}, {2, 5}, {3, 1}});
        assertThat(CollapsedOutputs.count(encoder, vectors)).isEqualTo(2);
    }

    @Test
    void aLossThatIsNotFiniteEndsTheFitWithWhatToChange() {
        // numbers so large that their sums are beyond floats
        float[][] huge = GROUPS.values(2e38f);
        assertThatThrownBy(() -> quick().recipe(Recipe.PAPER)
                        .projector("mlp-1-32")
                        .set(Settings.PAIRS, PairKind.GAUSSIAN)
                        .fit(Vectors.of(huge)))
                .isInstanceOf(DivergedException.class)
                .hasMessageContaining("diverged")
                .hasMessageContaining("lower the learning rate");
    }

    @Test
    void aWhiteningThatIsGivenReplacesTheSpace() throws Exception {
        Encoder usual = quick().fit(GROUPS.vectors());
        Encoder given = quick().set(Settings.WHITENING, 1.0).fit(GROUPS.vectors());
        assertThat(usual.metadata()).containsEntry("whitening", "neighbors").containsKey("temperature");
        assertThat(given.metadata()).containsEntry("whitening", "1.0");
        assertThat(given.id()).isNotEqualTo(usual.id());
    }

    @Test
    void aLossOfThePapersAsksForItsRecipe() throws Exception {
        assertThat(quick().projector("mlp-1-8")
                        .loss(LossKind.BARLOW)
                        .fit(GROUPS.vectors())
                        .metadata())
                .containsEntry("recipe", "paper")
                .containsEntry("method", "tldr")
                .containsEntry("optimizer", "lars");
        assertThat(quick().fit(GROUPS.vectors()).metadata())
                .containsEntry("recipe", "default")
                .containsEntry("method", "neighborhood")
                .containsEntry("loss", "neighborhood");
    }

    @Test
    void whatLearningSpoiledIsNotGiven() throws Exception {
        Groups many = new Groups(60, 10, 3);
        List<String> notes = new ArrayList<>();
        // steps so long that what was good at the start is forgotten
        Tldr.Builder spoiled =
                quick().dims(4).set(Settings.LEARNING_RATE, 100.0).listener(new Notes(notes));
        Encoder encoder = spoiled.fit(many.vectors());
        Encoder learned = spoiled.fallback(Fallback.NONE).fit(many.vectors());

        assertThat(encoder.id()).isNotEqualTo(learned.id());
        assertThat(many.neighboursOfTheSameGroup(encoder)).isGreaterThan(many.neighboursOfTheSameGroup(learned));
        assertThat(notes).anyMatch(note -> note.contains("held-out MRR of 60 rows: PCA ") && note.contains("simpler"));
        assertThat(learned.metadata()).containsEntry("method", "neighborhood").doesNotContainKey("held_out_mrr");
    }

    @Test
    void everyPrefixOfANestedEncoderIsAnEncoderOfThatSize() throws Exception {
        Groups many = new Groups(60, 20, 3);
        Encoder nested = quick().dims(4).epochs(60).set(Settings.NESTED, "2").fit(many.vectors());
        Encoder plain = quick().dims(4).epochs(60).fit(many.vectors());

        assertThat(nested.prefixes()).containsExactly(2, 4);
        assertThat(nested.metadata().get("held_out_mrr_by_prefix").split(",")).hasSize(2);
        assertThat(nested.metadata().get("held_out_mrr_by_prefix"))
                .endsWith("," + nested.metadata().get("held_out_mrr"));
        assertThat(plain.prefixes()).isEmpty();
        Encoder ofTwo = quick().dims(2).epochs(60).fit(many.vectors());
        assertThat(many.neighboursOfTheSameGroup(nested.truncated(2)))
                .isGreaterThan(0.9 * many.neighboursOfTheSameGroup(ofTwo));
        assertThat(many.neighboursOfTheSameGroup(nested)).isGreaterThan(0.9 * many.neighboursOfTheSameGroup(plain));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp-1-16", "flinear-1-16"})
    void hiddenLayersMayHaveNestedOutputs(String shape) throws Exception {
        Encoder nested =
                quick().dims(4).encoder(shape).set(Settings.NESTED, "2").fit(GROUPS.vectors());
        assertThat(nested.prefixes()).containsExactly(2, 4);
        assertThat(nested.truncated(2).outputDims()).isEqualTo(2);
    }

    @Test
    void outputsTurnedForFewBitsSayHowMuchTheseFind() throws Exception {
        Groups many = new Groups(60, 20, 3);
        FitResult turned = quick().dims(8).bits(1).run(many.vectors());
        Encoder plain = quick().dims(8).fit(many.vectors());

        assertThat(turned.encoder().metadata()).containsEntry("quantization_bits", "1");
        assertThat(turned.encoder().metadata().get("held_out_mrr"))
                .isEqualTo(plain.metadata().get("held_out_mrr"));
        double score = turned.quantized().orElseThrow().score();
        double inEightBits = quick().dims(8)
                .bits(8)
                .run(many.vectors())
                .quantized()
                .orElseThrow()
                .score();
        assertThat(score).isBetween(0.05, inEightBits - 0.01);
        assertThat(turned.encoder().metadata()).containsEntry("held_out_recall_quantized", Double.toString(score));
        assertThat(many.neighboursOfTheSameGroup(turned.encoder()))
                .isEqualTo(many.neighboursOfTheSameGroup(plain), within(0.001));
    }

    @Test
    void bytesAreSpentWhereHeldOutRowsFindMost() throws Exception {
        Groups many = new Groups(60, 20, 3);
        List<String> notes = new ArrayList<>();
        FitResult spent = quickOfAnySize().bytes(20).listener(new Notes(notes)).run(many.vectors());

        // 4 bytes of codes beside Lucene's 16: of 24 numbers, 23 fit with one bit
        List<Double> scores = new ArrayList<>();
        for (var way : ByteBudget.ways(20, Groups.DIMS)) {
            scores.add(quick().dims(way.dims())
                    .bits(way.bits())
                    .run(many.vectors())
                    .quantized()
                    .orElseThrow()
                    .score());
        }
        assertThat(scores).hasSize(3);
        QuantizedScores best = spent.quantized().orElseThrow();
        assertThat(best.score()).isEqualTo(Collections.max(scores));
        assertThat(best.full())
                .as("24 numbers of one bit take 3 bytes, and fit")
                .isPresent();
        assertThat(spent.encoder().metadata()).containsEntry("bytes", "20");
        assertThat(notes)
                .anyMatch(note -> note.startsWith("held-out recall@30: 23 numbers of 1 bit 0.")
                        && note.contains(best.way() + " kept. Full vectors, quantized to as many bytes: 0."));
    }

    @Test
    void bitsAndBytesThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> quick().bits(3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("bits must be one of 1, 2, 4, 8, not 3");
        assertThatThrownBy(() -> quick().dims(4).bytes(64).fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("bytes decide on dims and bits; give bytes, or the others");
        assertThatThrownBy(() -> quickOfAnySize().bytes(64).fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 500 rows");
        assertThatThrownBy(
                        () -> quick().dims(4).bits(1).set(Settings.NESTED, "2").fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("leave out bits or nested");
    }

    @Test
    void prefixesThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> quick().dims(4).set(Settings.NESTED, "2,8").fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "a prefix of 8 numbers does not fit into 4 outputs; leave it out, or ask for more dimensions");
        assertThatThrownBy(() -> quick().set(Settings.NESTED, "2,"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("nested: prefixes are halves, none, or sizes such as 16,64,256, not 2,");
        assertThatThrownBy(() -> quick().dims(4)
                        .recipe(Recipe.PAPER)
                        .set(Settings.NESTED, "2")
                        .fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("nested outputs go with the neighborhood loss, without a projector");
    }

    @Test
    void whatLearningDidBetterIsGiven() throws Exception {
        Encoder encoder = quick().dims(3).epochs(60).fit(new Groups(60, 20, 3).vectors());
        assertThat(encoder.metadata()).containsEntry("method", "neighborhood");
        assertThat(Double.parseDouble(encoder.metadata().get("held_out_mrr")))
                .isGreaterThan(Double.parseDouble(encoder.metadata().get("held_out_mrr_pca")));
    }

    @Test
    void neighboursThatAreAllCopiesAreRefused() {
        float[][] twice = GROUPS.values(1);
        for (int i = 0; i < twice.length; i += 2) {
            twice[i + 1] = twice[i];
        }
        assertThatThrownBy(() -> quick().fit(Vectors.of(twice)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("copy");
    }

    @Test
    void canBeCancelledAtAnyStage() throws Exception {
        for (int reports : new int[] {0, 3, 40}) {
            AtomicInteger asked = new AtomicInteger();
            assertThatThrownBy(() -> quick().epochs(1000)
                            .cancelWhen(() -> asked.incrementAndGet() > reports)
                            .fit(GROUPS.vectors()))
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void duplicatesAndConstantColumnsAreNoObstacle() throws Exception {
        float[][] values = new float[64][];
        for (int i = 0; i < values.length; i++) {
            // every fourth row is a copy of the one before it
            int row = i % 4 == 3 ? i - 1 : i;
            values[i] = new float[] {row % 7, 5, row * (row % 5), 5};
        }
        Encoder encoder = quick().dims(1).neighbors(2).fit(Vectors.of(values));
        assertThat(Float.isFinite(encoder.encode(values[3])[0])).isTrue();
    }

    @Test
    void settingsThatDoNotFitEachOtherOrTheVectorsAreRefused() throws Exception {
        assertRefused(quick().dims(Groups.DIMS), "dimensions");
        assertRefused(Tldr.builder(), "dimensions");
        assertRefused(quick().neighbors(400), "401 rows");
        assertRefused(quick().steps(5), "epochs or of steps");
        assertRefused(quick().set(Settings.LAMBDA, 0.1), "lambda", "barlow");
        assertRefused(quick().recipe(Recipe.PAPER).loss(LossKind.NEIGHBORHOOD), "neighborhood", "default recipe");
        assertRefused(quick().loss(LossKind.MSE).projector("none"), "mse");
        assertRefused(quick().set(Settings.NOISE, 0.1), "gaussian");
        assertRefused(quick().set(Settings.PAIRS, PairKind.GAUSSIAN).neighbors(3), "neighbours");
        assertRefused(quick().set(Settings.MARGIN, 1.0), "contrastive");
        assertRefused(quick().loss(LossKind.MSE).set(Settings.LAMBDA, 0.1), "barlow");
        assertRefused(quick().fallback(Fallback.PCA).encoder("mlp-1-20"), "fallback", "linear");
        assertRefused(quick().fallback(Fallback.PCA).holdOut(5), "fallback", "hold");
        assertRefused(quick().set(Settings.PAIRS, PairKind.GAUSSIAN).set(Settings.RECALL, 0.9), "gaussian", "recall");
        assertRefused(quick().set(Settings.MOMENTUM, 0.5), "lars");
        assertRefused(quick().holdOut(399), "398", "399");
        assertRefused(quick().projector("none").keepProjector(Path.of("kept")), "no projector");
        assertRefused(quick().projector("mlp-2-12000").keepProjector(Path.of("kept")), "mlp-2-12000", "narrower");
        assertRefused(quick().fromProjector(Path.of("kept")), "kept", "encoder");
        assertThatThrownBy(() ->
                        quick().projector("mlp-2-16384").batchSize(400_000).fit(many()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a batch of 40000");
    }

    @Test
    void vectorsThatAreAllTheSameCannotBeLearnedFrom() throws Exception {
        Vectors same = Vectors.of(new float[][] {{1, 2}, {1, 2}, {1, 2}, {1, 2}});
        assertThatThrownBy(() -> quick().dims(1).neighbors(1).fit(same))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("all rows are the same");
    }

    @Test
    void constantVectorsAreNotMistakenForOnesThatVaryByRounding() throws Exception {
        float[][] ones = new float[100][20];
        for (float[] row : ones) {
            java.util.Arrays.fill(row, 1 / 3f);
        }
        for (Initialization start : Initialization.values()) {
            assertThatThrownBy(() -> quick().dims(1).set(Settings.INIT, start).fit(Vectors.of(ones)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("all rows are the same");
        }
    }

    @Test
    void roundingIsNotADirection() throws Exception {
        // 500 mixtures of four directions in twenty dimensions
        SplittableRandom random = new SplittableRandom(3);
        float[][] directions = new float[4][20];
        for (float[] direction : directions) {
            for (int j = 0; j < 20; j++) {
                direction[j] = (float) random.nextDouble() - 0.5f;
            }
        }
        float[][] values = new float[500][20];
        for (float[] row : values) {
            for (float[] direction : directions) {
                float weight = (float) random.nextDouble() - 0.5f;
                for (int j = 0; j < 20; j++) {
                    row[j] += weight * direction[j];
                }
            }
        }
        assertThatThrownBy(() -> quick().dims(5).fit(Vectors.of(values)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("4 directions");
    }

    @Test
    void aRowOfASampleIsNamedByItsNumberInTheFile() throws Exception {
        float[][] values = GROUPS.values(1);
        values[321][3] = Float.NaN;
        assertThatThrownBy(() -> quick().sample(399).fit(Vectors.of(values)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 321");
    }

    @Test
    void moreDimensionsThanDirectionsAreRefused() throws Exception {
        float[][] line = new float[50][];
        for (int i = 0; i < line.length; i++) {
            line[i] = new float[] {i, 2 * i, 3 * i};
        }
        assertThatThrownBy(() -> quick().dims(2).fit(Vectors.of(line)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 direction only");
    }

    private static Vectors many() {
        return Vectors.of(new float[40_000 * Groups.DIMS], Groups.DIMS);
    }

    private static void assertRefused(Tldr.Builder builder, String... parts) {
        assertThatThrownBy(() -> builder.fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(parts);
    }

    private static Tldr.Builder quick() {
        return quickOfAnySize().dims(Groups.SIGNALS);
    }

    private static Tldr.Builder quickOfAnySize() {
        return Tldr.builder().batchSize(100).epochs(3).threads(2);
    }
}

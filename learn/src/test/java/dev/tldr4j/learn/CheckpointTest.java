package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.training.DivergedException;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointTest {
    private static final Groups GROUPS = new Groups(20, 5, 2);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameAFolder() {
        folder = temporary.resolve("checkpoints");
    }

    @ParameterizedTest
    @CsvSource({"linear, ADAM", "linear, LARS", "flinear-1-8, ADAM", "mlp-2-8, ADAM"})
    void cancelledAndResumedGivesTheBytesOfAnUninterruptedFit(String encoder, OptimizerKind optimizer)
            throws IOException {
        byte[] expected = bytes(quick().encoder(encoder).set(Settings.OPTIMIZER, optimizer));
        for (int stop : new int[] {1, 7, 19}) {
            Path own = folder.resolve(encoder + stop);
            Files.createDirectories(folder);
            AtomicBoolean cancel = new AtomicBoolean();
            assertThatThrownBy(() -> quick().encoder(encoder)
                            .set(Settings.OPTIMIZER, optimizer)
                            .checkpoint(own)
                            .listener(p -> cancel.set(p.stage().equals("training") && p.done() >= stop))
                            .cancelWhen(cancel::get)
                            .fit(GROUPS.vectors()))
                    .isInstanceOf(CancellationException.class);
            List<String> notes = new ArrayList<>();
            byte[] resumed = bytes(quick().encoder(encoder)
                    .set(Settings.OPTIMIZER, optimizer)
                    .checkpoint(own)
                    .resume(true)
                    .listener(new Notes(notes)));
            assertThat(resumed).as("stopped after " + stop).isEqualTo(expected);
            assertThat(notes).anyMatch(note -> note.startsWith("continuing after step " + (stop + 1)));
        }
    }

    @Test
    void aWatchedFitResumesToTheSameBytes() throws IOException {
        byte[] expected = bytes(quick().earlyStop(true));
        // a watched fit of 20 steps makes at least 5
        for (int stop : new int[] {1, 2, 4}) {
            Path own = folder.resolve("watched" + stop);
            Files.createDirectories(folder);
            AtomicBoolean cancel = new AtomicBoolean();
            assertThatThrownBy(() -> quick().earlyStop(true)
                            .checkpoint(own)
                            .listener(p -> cancel.set(p.stage().equals("training") && p.done() >= stop))
                            .cancelWhen(cancel::get)
                            .fit(GROUPS.vectors()))
                    .isInstanceOf(CancellationException.class);
            assertThat(bytes(quick().earlyStop(true).checkpoint(own).resume(true)))
                    .as("stopped after " + stop)
                    .isEqualTo(expected);
        }
        assertRefused(quick().checkpoint(folder.resolve("watched1")).resume(true), "early_stop true, not false");
    }

    @Test
    void aFitThatIsComparedWithPcaResumesToTheSameBytes() throws IOException {
        Vectors many = new Groups(60, 10, 2).vectors();
        byte[] expected = save(quick().fit(many));
        // step 20 is the last: nothing is left to do but to say what was measured
        for (int stop : new int[] {1, 7, 20}) {
            Path own = folder.resolve("compared" + stop);
            Files.createDirectories(folder);
            AtomicBoolean cancel = new AtomicBoolean();
            assertThatThrownBy(() -> quick().checkpoint(own)
                            .checkpointEvery(Duration.ZERO)
                            .listener(p -> {
                                cancel.set(p.stage().equals("training") && p.done() >= stop);
                                if (cancel.get()) {
                                    throw new CancellationException();
                                }
                            })
                            .fit(many))
                    .isInstanceOf(CancellationException.class);
            assertThat(save(quick().checkpoint(own).resume(true).fit(many)))
                    .as("stopped after " + stop)
                    .isEqualTo(expected);
        }
    }

    private static Tldr.Builder nested() {
        return quick().projector("none").set(Settings.NESTED, "1,2");
    }

    @Test
    void aNestedFitResumesToTheSameBytes() throws IOException {
        byte[] expected = bytes(nested());
        AtomicBoolean cancel = new AtomicBoolean();
        assertThatThrownBy(() -> nested().checkpoint(folder)
                        .listener(p -> cancel.set(p.stage().equals("training") && p.done() >= 7))
                        .cancelWhen(cancel::get)
                        .fit(GROUPS.vectors()))
                .isInstanceOf(CancellationException.class);
        assertThat(bytes(nested().checkpoint(folder).resume(true))).isEqualTo(expected);
        assertRefused(quick().projector("none").checkpoint(folder).resume(true), "prefixes");
    }

    @Test
    void aDivergedFitKeepsItsLastGoodState() throws IOException {
        Tldr.Builder wild = quick().checkpoint(folder)
                .checkpointEvery(Duration.ZERO)
                .loss(LossKind.CONTRASTIVE)
                .projector("none")
                .set(Settings.LEARNING_RATE, 1000.0)
                .set(Settings.OPTIMIZER, OptimizerKind.LARS)
                .set(Settings.TRUST, 1000.0)
                .steps(200);
        assertThatThrownBy(() -> wild.fit(GROUPS.vectors()))
                .isInstanceOf(DivergedException.class)
                .hasMessageContainingAll("diverged", "learning rate", folder.toString());
        for (String name : names()) {
            if (name.startsWith("step-")) {
                try (Vectors weights = Vectors.open(folder.resolve(name).resolve("matrix-0.npy"))) {
                    weights.requireFinite(0, weights.rows());
                }
            }
        }
        assertThat(names()).anyMatch(name -> name.startsWith("step-"));
    }

    @Test
    void aCrashLosesNoMoreThanWhatCameAfterTheLastCheckpoint() throws IOException {
        byte[] expected = bytes(quick());
        assertThatThrownBy(() -> quick().checkpoint(folder)
                        .checkpointEvery(Duration.ZERO)
                        .listener(p -> {
                            if (p.stage().equals("training") && p.done() == 10) {
                                throw new IllegalStateException("crash");
                            }
                        })
                        .fit(GROUPS.vectors()))
                .hasMessage("crash");
        assertThat(names()).containsExactly("fit.json", "graph", "lock", "step-00000009", "step-00000010");

        // as if the process had been killed while it wrote the next one, and while it deleted the first
        Files.createDirectory(folder.resolve(".step-00000011.partial"));
        Files.writeString(folder.resolve(".fit.json.0123456789abcdef.partial"), "{");
        Files.delete(folder.resolve("step-00000009/state.json"));
        List<String> stages = new ArrayList<>();
        byte[] resumed = bytes(quick().checkpoint(folder).resume(true).listener(p -> stages.add(p.stage())));

        assertThat(resumed).isEqualTo(expected);
        assertThat(stages).as("neighbours are not searched again").doesNotContain("neighbours");
    }

    @Test
    void resumingWhereNothingIsBegins() throws IOException {
        assertThat(bytes(quick().checkpoint(folder).resume(true))).isEqualTo(bytes(quick()));
    }

    @Test
    void anotherFitIsRefusedByWhatDiffers() throws IOException {
        quick().checkpoint(folder).fit(GROUPS.vectors());
        assertRefused(quick().checkpoint(folder), "holds a fit already");
        assertRefused(
                quick().checkpoint(folder).resume(true).set(Settings.LEARNING_RATE, 0.02),
                "learning_rate 0.003, not 0.02");
        assertRefused(quick().checkpoint(folder).resume(true).seed(9), "seed 0, not 9");
        assertRefused(quick().checkpoint(folder).resume(true).dims(3), "dims 4, not 3");
        assertThatThrownBy(() -> quick().checkpoint(folder).resume(true).fit(Vectors.of(GROUPS.values(2))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("data_fingerprint");
    }

    @Test
    void aFitOnOtherKernelsIsRefusedSinceItsBitsWouldBeOthers() throws IOException {
        quick().checkpoint(folder).fit(GROUPS.vectors());
        Path fit = folder.resolve("fit.json");
        Files.writeString(fit, Files.readString(fit).replace(Blas.kernels(), "OpenBLAS 0.3.31 Penryn"));
        assertRefused(quick().checkpoint(folder).resume(true), "kernels OpenBLAS 0.3.31 Penryn, not " + Blas.kernels());
    }

    @Test
    void aFolderOfSomethingElseIsRefusedAndLeftAsItIs() throws IOException {
        Files.createDirectory(folder);
        Files.writeString(folder.resolve("thesis.txt"), "years of work");
        assertRefused(quick().checkpoint(folder).resume(true), "thesis.txt");
        assertThat(folder.resolve("thesis.txt")).hasContent("years of work");
        assertRefused(quick().checkpoint(folder.resolve("thesis.txt")), "is not a folder");
        assertRefused(quick().resume(true), "which folder");
    }

    @Test
    void anotherGraphAmongTheCheckpointsIsRefusedByName() throws IOException {
        quick().checkpoint(folder).fit(GROUPS.vectors());
        Path graph = folder.resolve("graph/graph.npy");
        new IntRows("other", 2, 2, new int[] {1, 1, 0, 0}).write(graph);
        assertRefused(quick().checkpoint(folder).resume(true), graph.toString(), "delete this folder to find it anew");
    }

    @Test
    void aDamagedCheckpointIsRefusedByNameAndTheOneBeforeItServes() throws IOException {
        byte[] expected = bytes(quick());
        assertThatThrownBy(() -> quick().checkpoint(folder)
                        .checkpointEvery(Duration.ZERO)
                        .listener(p -> {
                            if (p.stage().equals("training") && p.done() == 2) {
                                throw new IllegalStateException("crash");
                            }
                        })
                        .fit(GROUPS.vectors()))
                .hasMessage("crash");
        Path newest = folder.resolve("step-00000002");
        Path state = newest.resolve("state.json");
        Files.writeString(state, "{}");
        assertRefused(quick().checkpoint(folder).resume(true), state.toString());
        Path matrix = newest.resolve("matrix-0.npy");
        Files.write(matrix, java.util.Arrays.copyOf(Files.readAllBytes(matrix), 100));
        assertRefused(
                quick().checkpoint(folder).resume(true), newest + ": is damaged", matrix.toString(), "delete this");
        try (Stream<Path> files = Files.list(newest)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(newest);
        assertThat(bytes(quick().checkpoint(folder).resume(true))).isEqualTo(expected);
        Files.writeString(folder.resolve("fit.json"), "nonsense");
        assertRefused(quick().checkpoint(folder).resume(true), "fit.json");
    }

    @Test
    void aFlippedBitAnywhereInACheckpointIsRefusedByName() throws IOException {
        stopAfter(10);
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> Files.isRegularFile(file)
                            && (file.startsWith(folder.resolve("step-00000010"))
                                    || file.startsWith(folder.resolve("graph"))))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(5);
        SplittableRandom random = new SplittableRandom(1);
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < 5; i++) {
                byte[] damaged = bytes.clone();
                damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, damaged);
                assertRefused(
                        quick().checkpoint(folder).resume(true),
                        file.getParent() + ": is damaged",
                        "delete this folder");
            }
            Files.write(file, bytes);
        }
        assertThat(bytes(quick().checkpoint(folder).resume(true))).isEqualTo(bytes(quick()));
    }

    @Test
    void aSecondFitInTheSameFolderIsRefusedWhileTheFirstIsAtWork() throws IOException {
        AtomicBoolean asked = new AtomicBoolean();
        quick().checkpoint(folder)
                .listener(p -> {
                    if (p.stage().equals("training") && asked.compareAndSet(false, true)) {
                        assertRefused(quick().checkpoint(folder).resume(true), folder + ": another fit", "wait");
                    }
                })
                .fit(GROUPS.vectors());
        assertThat(asked).isTrue();
        quick().checkpoint(folder).resume(true).fit(GROUPS.vectors());
    }

    @Test
    void aFitGoesOnWithoutCheckpointsWhereTheyCannotBeWrittenAndSaysSoOnce() throws IOException {
        byte[] expected = bytes(quick());
        List<String> notes = new ArrayList<>();
        byte[] fitted =
                bytes(quick().checkpoint(folder).checkpointEvery(Duration.ZERO).listener(new ProgressListener() {
                    @Override
                    public void progress(Progress progress) {
                        if (progress.stage().equals("training") && progress.done() == 5) {
                            putAFileInTheFoldersPlace();
                        }
                    }

                    @Override
                    public void note(String message) {
                        notes.add(message);
                    }
                }));
        assertThat(fitted).isEqualTo(expected);
        assertThat(notes)
                .filteredOn(note -> note.startsWith("no checkpoint: " + folder))
                .hasSize(1)
                .allMatch(note -> note.contains("the work goes on"));
    }

    private void putAFileInTheFoldersPlace() {
        try {
            Files.move(folder, temporary.resolve("moved"));
            Files.writeString(folder, "in the way");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stopAfter(int steps) {
        assertThatThrownBy(() -> quick().checkpoint(folder)
                        .checkpointEvery(Duration.ZERO)
                        .listener(p -> {
                            if (p.stage().equals("training") && p.done() == steps) {
                                throw new IllegalStateException("crash");
                            }
                        })
                        .fit(GROUPS.vectors()))
                .hasMessage("crash");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private byte[] bytes(Tldr.Builder builder) throws IOException {
        return save(builder.fit(GROUPS.vectors()));
    }

    private byte[] save(Encoder encoder) throws IOException {
        Path file = temporary.resolve("encoder.safetensors");
        encoder.save(file);
        return Files.readAllBytes(file);
    }

    private static void assertRefused(Tldr.Builder builder, String... parts) {
        assertThatThrownBy(() -> builder.fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(parts);
    }

    private static Tldr.Builder quick() {
        return Tldr.builder()
                .dims(4)
                .projector("mlp-1-16")
                .batchSize(25)
                .steps(20)
                .threads(2);
    }
}

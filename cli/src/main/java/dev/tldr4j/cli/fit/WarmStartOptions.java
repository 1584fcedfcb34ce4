package dev.tldr4j.cli.fit;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a fit continues from, and what it leaves to continue from: after an interruption, or with more vectors. */
final class WarmStartOptions {
    @Option(
            names = "--checkpoint",
            paramLabel = "FOLDER",
            description =
                    "Keep the state of the fit here, from time to time and at Ctrl-C, to continue from with --resume.")
    private Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "MINUTES",
            description = "How long to train between two checkpoints. 5 unless given.")
    private Double checkpointMinutes;

    @Option(
            names = "--resume",
            description =
                    "Continue from the newest state in --checkpoint, if there is one. The encoder will be the one of a"
                            + " fit that was never interrupted, bit for bit.")
    private boolean resume;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Warm start: begin at this encoder, which was learned before, instead of at --init.")
    private Path from;

    @Option(
            names = "--from-projector",
            paramLabel = "FILE",
            description = "With --from: begin at the projector, too, that was kept with it.")
    private Path fromProjector;

    @Option(
            names = "--keep-projector",
            paramLabel = "FILE",
            description = "Keep the projector as it is at the end, for --from-projector.")
    private Path keepProjector;

    Path[] files() {
        return new Path[] {from, fromProjector};
    }

    Path keepProjector() {
        return keepProjector;
    }

    boolean resume() {
        return resume;
    }

    /** What a fit that is stopped leaves. */
    Optional<String> kept() {
        return Optional.ofNullable(checkpoint)
                .filter(Files::exists)
                .map(folder ->
                        "the state of the fit is kept in " + folder + ": the same command with --resume continues");
    }

    void apply(Tldr.Builder builder) throws IOException {
        RecipeOptions.set(checkpoint, builder::checkpoint);
        RecipeOptions.set(
                checkpointMinutes, minutes -> builder.checkpointEvery(Duration.ofMillis(Math.round(minutes * 60_000))));
        builder.resume(resume);
        if (from != null) {
            builder.from(Encoder.load(from));
        }
        RecipeOptions.set(fromProjector, builder::fromProjector);
        RecipeOptions.set(keepProjector, builder::keepProjector);
    }
}

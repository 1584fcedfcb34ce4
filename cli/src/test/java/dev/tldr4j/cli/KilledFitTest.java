package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.faults.Tldr4jProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fit whose process is killed, again and again, without a chance to clean up. */
class KilledFitTest {
    private static final int KILLS = 4;

    @TempDir
    Path folder;

    @Test
    void endsInTheEncoderOfAFitThatWasNeverKilled() throws Exception {
        Path train = Samples.vectors(folder.resolve("train.npy"), 300, 16, 1);
        Path expected = folder.resolve("expected.safetensors");
        Run.succeeds(fit(train, expected));

        Path output = folder.resolve("encoder.safetensors");
        Object[] command =
                fit(train, output, "--checkpoint", folder.resolve("state"), "--checkpoint-every", 0, "--resume");
        SplittableRandom random = new SplittableRandom(7);
        for (int kill = 0; kill < KILLS && !Files.exists(output); kill++) {
            Tldr4jProcess.start(folder, List.of(), command).killAfter(600 + random.nextInt(900));
        }
        Run.succeeds(command);

        assertThat(Files.readAllBytes(output)).isEqualTo(Files.readAllBytes(expected));
    }

    private static Object[] fit(Path train, Path output, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", "--input", train, "--dims", 4, "--output", output));
        args.addAll(List.of("--batch-size", 128, "--steps", 300, "--threads", 1, "--quiet"));
        args.addAll(Arrays.asList(more));
        return args.toArray();
    }
}

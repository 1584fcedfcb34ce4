package dev.tldr4j.learn.network;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file of a projector holds, it is read or refused. */
class ProjectorFileFuzzTest {
    private static final Path FILE = file();

    private static Path file() {
        try {
            Path folder = Files.createTempDirectory("tldr4j-fuzz");
            folder.toFile().deleteOnExit();
            Path file = folder.resolve("x.safetensors");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileIsReadOrRefused(byte[] content) throws IOException {
        Files.write(FILE, content);
        try {
            ProjectorFile.load(FILE);
        } catch (InvalidInputException e) {
            if (!e.getMessage().startsWith(FILE.toString()) || e.getMessage().contains("\n")) {
                throw new AssertionError("not one line that names the file: " + e.getMessage());
            }
        }
    }

    static Stream<byte[]> files() throws IOException {
        new ProjectorFile(
                        new ProjectorShape(1, 3),
                        2,
                        3,
                        List.of(new float[6], new float[] {1, 1, 1}, new float[3], new float[9]))
                .save(FILE);
        byte[] good = Files.readAllBytes(FILE);
        return Stream.of(good, Arrays.copyOf(good, good.length - 4), new byte[0]);
    }
}

package dev.tldr4j.evaluate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a text file holds, it is read as ids, judgments, exclusions or a protocol, or refused. */
class TextFilesFuzzTest {
    private static final Ids ROWS = Ids.rowNumbers(10);
    private static final Path FILE = file();

    private interface Reader {
        void read(Path file) throws IOException;
    }

    private static final List<Reader> READERS = List.of(
            file -> Ids.read(file, 3),
            file -> Judgments.read(file, ROWS, ROWS),
            file -> Exclusions.read(file, ROWS, ROWS),
            file -> RevisitedJudgments.read(file, ROWS, ROWS));

    private static Path file() {
        try {
            Path folder = Files.createTempDirectory("tldr4j-fuzz");
            folder.toFile().deleteOnExit();
            Path file = folder.resolve("x.tsv");
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
        for (Reader reader : READERS) {
            try {
                reader.read(FILE);
            } catch (InvalidInputException e) {
                String message = e.getMessage();
                if (!message.startsWith(FILE.toString()) || message.contains("\n") || message.length() > 1000) {
                    throw new AssertionError("not one line that names the file: " + message);
                }
            }
        }
    }

    static Stream<byte[]> files() {
        return Stream.of(
                        "a\nb\nä\n",
                        "query\tdocument\tgrade\n0\t1\t2\n1\t2\t0\n",
                        "0 0 1 1\n1 0 2 -1\n",
                        "0\t1\n2 3\n",
                        "0\t1\teasy\n1\t2\thard\n2\t3\tjunk\n",
                        "\uFEFF0\t1\t99999999999\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}

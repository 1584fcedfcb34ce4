package dev.tldr4j.cli.lucene;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the measurements of {@code lucene-bench} are kept, so that the same command, or a larger one, goes on after an
 * interruption:
 *
 * <pre>
 * lucene-bench.json  what they belong to
 * encoders/          every encoder that was learned
 * cells/             what was measured of each index and way to search it
 * </pre>
 *
 * and the results. Everything is written beside and moved into place.
 */
final class BenchFolder {
    private static final String TASK = "lucene-bench.json";

    private final Path folder;

    private BenchFolder(Path folder) {
        this.folder = folder;
    }

    /** Opens a folder, making it where it is not there; one of other measurements, or of anything else, is refused. */
    static BenchFolder open(Path folder, Map<String, Object> task) throws IOException {
        FileState there = FileState.of(folder);
        if (there != FileState.ABSENT && there != FileState.FOLDER) {
            throw new InvalidInputException("--output " + folder + ": is not a folder; name one for the results");
        }
        Path file = folder.resolve(TASK);
        String text = Json.write(task);
        if (there == FileState.ABSENT
                || holdsOnly(folder, file)) { // a new one, or one that ended before it had anything
            Files.createDirectories(folder);
            AtomicFile.writeText(file, text);
        } else if (!FileState.exists(file)) {
            throw new InvalidInputException("--output " + folder
                    + ": is not empty and holds no measurements of lucene-bench; name a new folder");
        } else if (!AtomicFile.readText(file).equals(text)) {
            throw new InvalidInputException("--output " + folder + ": holds measurements of other vectors, queries or"
                    + " judgments, or with other settings of the graph; name another folder");
        }
        Files.createDirectories(folder.resolve("encoders"));
        Files.createDirectories(folder.resolve("cells"));
        return new BenchFolder(folder);
    }

    /** Whether no file is in the folder or below but, perhaps, this one. */
    private static boolean holdsOnly(Path folder, Path file) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.allMatch(found -> Files.isDirectory(found) || found.equals(file));
        }
    }

    boolean has(String cell) throws IOException {
        return FileState.exists(file(cell));
    }

    Map<String, Object> read(String cell) throws IOException {
        try {
            @SuppressWarnings("unchecked") // a JSON object
            Map<String, Object> json = (Map<String, Object>) Json.parse(AtomicFile.readText(file(cell)));
            return json;
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new InvalidInputException(
                    file(cell) + ": cannot be read (" + e.getMessage() + "); delete it to measure again", e);
        }
    }

    void save(String cell, Map<String, Object> json) throws IOException {
        AtomicFile.writeText(file(cell), Json.write(json));
    }

    private Path file(String cell) {
        return folder.resolve("cells").resolve(cell + ".json");
    }

    /** Where an encoder is or will be. */
    Path encoder(String name) {
        return folder.resolve("encoders").resolve(name + ".safetensors");
    }
}

package dev.tldr4j.evaluate.compare;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.LockedFile;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Where a comparison is kept, so that an interrupted or a larger one continues with what is there:
 *
 * <pre>
 * comparison.json     which task this is
 * graph.npy           the neighbours that methods share
 * whitened-graph.npy  the same in the whitened space, where the default recipe looks for them
 * encoders/           every encoder that was learned
 * reduced/            the training rows as methods without encoders reduced them
 * cells/              what was measured of each
 * lock                locked by the process that is at work
 * </pre>
 *
 * and the results. Everything is written beside and moved into place.
 */
final class ComparisonFolder implements AutoCloseable {
    private static final String TASK = "comparison.json";
    private static final String SHARED = "shared";
    private static final String LOCK = "lock";

    private final Path folder;
    private final LockedFile lock;

    private ComparisonFolder(Path folder, LockedFile lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a folder, making it where it is not there; one of another task, or of anything else, is refused, and one in which somebody is
     * at work.
     */
    static ComparisonFolder open(Path folder, Map<String, Object> task) throws IOException {
        FileState there = FileState.of(folder);
        if (there != FileState.ABSENT && there != FileState.FOLDER) {
            throw new InvalidInputException(folder + ": is not a folder; name one for the results");
        }
        Path file = folder.resolve(TASK);
        // a new one, or one that ended, on broken vectors say, before it had anything
        boolean isNew = there == FileState.ABSENT || holdsOnly(folder, Set.of(file, folder.resolve(LOCK)));
        if (!isNew && !FileState.exists(file)) {
            throw new InvalidInputException(
                    folder + ": is not empty and holds no comparison; name a new folder for the results");
        }
        Files.createDirectories(folder);
        LockedFile lock = LockedFile.hold(folder.toRealPath().resolve(LOCK))
                .orElseThrow(() -> new InvalidInputException(folder
                        + ": another comparison is at work in it; wait until it has ended, or name another folder"));
        ComparisonFolder opened = new ComparisonFolder(folder, lock);
        try {
            opened.begin(file, isNew, task);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private void begin(Path file, boolean isNew, Map<String, Object> task) throws IOException {
        if (isNew) {
            write(TASK, Json.write(task));
        } else if (!AtomicFile.readText(file).equals(Json.write(task))) {
            throw new InvalidInputException(folder + ": holds a comparison of other vectors, queries or judgments, or"
                    + " by another metric; name another folder");
        }
        Files.createDirectories(folder.resolve("encoders"));
        Files.createDirectories(folder.resolve("reduced"));
        Files.createDirectories(folder.resolve("cells"));
    }

    /** Whether no file is in the folder or below but, perhaps, these, and what an end left unfinished. */
    private static boolean holdsOnly(Path folder, Set<Path> allowed) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.allMatch(
                    found -> Files.isDirectory(found) || allowed.contains(found) || AtomicFile.isPartial(found));
        }
    }

    /** Writes a file of text beside the others. */
    void write(String name, String text) throws IOException {
        AtomicFile.writeText(folder.resolve(name), text);
    }

    /** What is known of a reduction. */
    Cell cell(Grid.Fit fit) throws IOException {
        return read(fit.fileName(), json -> Cell.of(fit, json)).orElseGet(() -> Cell.of(fit));
    }

    void save(Cell cell) throws IOException {
        write("cells/" + cell.fit().fileName() + ".json", Json.write(cell.json()));
    }

    /** How long what all methods share took. */
    Map<String, Object> shared() throws IOException {
        return read(SHARED, LinkedHashMap::new).orElseGet(LinkedHashMap::new);
    }

    void saveShared(Map<String, Object> seconds) throws IOException {
        write("cells/" + SHARED + ".json", Json.write(seconds));
    }

    private <T> Optional<T> read(String name, Function<Map<String, Object>, T> of) throws IOException {
        Path file = folder.resolve("cells").resolve(name + ".json");
        if (!FileState.exists(file)) {
            return Optional.empty();
        }
        try {
            @SuppressWarnings("unchecked") // a JSON object
            Map<String, Object> json = (Map<String, Object>) Json.parse(AtomicFile.readText(file));
            return Optional.of(of.apply(json));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new InvalidInputException(file + ": cannot be read (" + e.getMessage() + "); delete it", e);
        }
    }

    /** Where an encoder is or will be, relative to the folder. */
    static String encoder(String name) {
        return "encoders/" + name + ".safetensors";
    }

    /** Where the reduced training rows of a method without an encoder are or will be, relative to the folder. */
    static String reduced(String name) {
        return "reduced/" + name + ".npy";
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    /** Neighbours in a file of that name, if they were searched for with at least so many a row. */
    Optional<NeighborGraph> graph(String name, int k, int rows) throws IOException {
        Path file = path(name);
        if (!FileState.exists(file)) {
            return Optional.empty();
        }
        NeighborGraph graph = NeighborGraph.load(file);
        return graph.k() >= k && graph.rows() == rows ? Optional.of(graph) : Optional.empty();
    }

    /** Lets others work in the folder. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}

package dev.tldr4j.learn.checkpoint;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder from which interrupted work goes on:
 *
 * <pre>
 * fit.json         which work this is: its settings and a fingerprint of its data
 * step-00000160/   the state after so many steps; the last two are kept
 * </pre>
 *
 * and what else the work keeps beside. Everything is written beside and moved into place, so that whatever stands here under
 * its name is complete, whenever the process was killed.
 */
public final class CheckpointFolder {
    private static final int KEPT = 2;
    private static final String WORK = "fit.json";
    private static final Pattern STEP = Pattern.compile("step-[0-9]{8}");
    private static final Pattern PARTIAL = Pattern.compile("\\..*\\.partial");

    private final Path folder;

    private CheckpointFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Opens a folder, making it where it is not there. A folder that holds other work, or anything else, is refused.
     *
     * @param fit what tells this work from others
     * @param resume whether to continue from what is there; without it, only an empty folder will do
     * @param others what else this work keeps in the folder
     */
    public static CheckpointFolder open(Path folder, Map<String, String> fit, boolean resume, Set<String> others)
            throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InvalidInputException(folder + ": is not a folder; name one for the checkpoints");
        }
        Files.createDirectories(folder);
        CheckpointFolder checkpoints = new CheckpointFolder(folder);
        checkpoints.clean(others);
        Path file = folder.resolve(WORK);
        if (!Files.exists(file)) {
            AtomicFile.writeText(file, Json.write(new TreeMap<>(fit)));
        } else if (!resume) {
            throw new InvalidInputException(
                    folder + ": holds a fit already; resume it, or name another folder for the checkpoints");
        } else {
            requireSame(file, fit);
        }
        return checkpoints;
    }

    /** Deletes what was being written when a process was killed; refuses what is not ours. */
    private void clean(Set<String> others) throws IOException {
        for (Path path : list()) {
            String name = path.getFileName().toString();
            if (PARTIAL.matcher(name).matches() || isStep(path) && !Files.exists(path.resolve("state.json"))) {
                delete(path);
            } else if (!isStep(path) && !name.equals(WORK) && !others.contains(name)) {
                throw new InvalidInputException(folder + ": holds " + name
                        + ", which is no part of a checkpoint; name an empty folder, or one of checkpoints");
            }
        }
    }

    private static void requireSame(Path file, Map<String, String> fit) throws IOException {
        Map<?, ?> there;
        try {
            there = (Map<?, ?>) Json.parse(Files.readString(file));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new InvalidInputException(file + ": cannot be read (" + e.getMessage() + "); name another folder", e);
        }
        TreeMap<String, Object> keys = new TreeMap<>(fit);
        there.keySet().forEach(key -> keys.put(String.valueOf(key), null));
        for (String key : keys.keySet()) {
            Object theirs = there.get(key);
            if (!Json.write(theirs).equals(Json.write(fit.get(key)))) {
                throw new InvalidInputException(file.getParent() + ": holds a fit with " + key + " " + theirs + ", not "
                        + fit.get(key) + "; give the same settings and data, or name another folder");
            }
        }
    }

    public Path path() {
        return folder;
    }

    /** The newest state, if there is one. */
    public Optional<Path> newest() {
        List<Path> steps = steps();
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() - 1));
    }

    /** Reads a state's files from a folder; refuses what it cannot read. */
    @FunctionalInterface
    public interface StateReader<T> {
        T readFrom(Path folder) throws IOException;
    }

    /** What is read of the newest state, if there is one. Of a damaged one it is said how to do without it. */
    public <T> Optional<T> readNewest(StateReader<T> reader) throws IOException {
        Optional<Path> newest = newest();
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.readFrom(newest.get()));
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    newest.get() + ": is damaged (" + e.getMessage()
                            + "); delete this folder to continue from the state before it",
                    e);
        }
    }

    /** Writes a state's files to a folder, the one called state.json last. */
    @FunctionalInterface
    public interface StateWriter {
        void writeTo(Path folder) throws IOException;
    }

    /** Adds a state and deletes all but the newest two. */
    public void add(int step, StateWriter state) {
        try {
            String name = String.format("step-%08d", step);
            Path partial = folder.resolve("." + name + ".partial");
            delete(partial);
            Files.createDirectory(partial);
            state.writeTo(partial);
            delete(folder.resolve(name));
            Files.move(partial, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            List<Path> steps = steps();
            for (Path old : steps.subList(0, Math.max(0, steps.size() - KEPT))) {
                delete(old);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoint in " + folder + " could not be written", e);
        }
    }

    private List<Path> steps() {
        return list().stream().filter(CheckpointFolder::isStep).sorted().toList();
    }

    private static boolean isStep(Path path) {
        return STEP.matcher(path.getFileName().toString()).matches();
    }

    private List<Path> list() {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a state or a whole folder. A state's own description goes first: without it, what is left counts as nothing. */
    public static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.deleteIfExists(path.resolve("state.json"));
        try (Stream<Path> below = Files.walk(path)) {
            for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}

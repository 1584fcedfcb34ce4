package dev.tldr4j.learn.checkpoint;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder from which interrupted work goes on:
 *
 * <pre>
 * fit.json         which work this is: its settings and a fingerprint of its data
 * lock             locked by the process that is at work
 * step-00000160/   the state after so many steps; the last two are kept
 * </pre>
 *
 * and what else the work keeps beside. Everything is written beside and moved into place, so that whatever stands here under
 * its name is complete, whenever the process was killed. Checksums tell what has changed since.
 *
 * <p>A state that cannot be written ends nothing: the work is worth more than its checkpoint.
 */
public final class CheckpointFolder implements AutoCloseable {
    private static final int KEPT = 2;
    private static final String WORK = "fit.json";
    private static final String LOCK = "lock";
    private static final Pattern STEP = Pattern.compile("step-[0-9]{8}");
    private static final Pattern PARTIAL = Pattern.compile("\\..*\\.partial");

    private final Path folder;
    private final LockedFile lock;
    private final Consumer<String> notes;
    /** Whether the last state could not be written, and that was said. */
    private boolean failing;

    private CheckpointFolder(Path folder, LockedFile lock, Consumer<String> notes) {
        this.folder = folder;
        this.lock = lock;
        this.notes = notes;
    }

    /**
     * Opens a folder, making it where it is not there. A folder that holds other work, or anything else, is refused, and one in which
     * somebody is at work.
     *
     * @param fit what tells this work from others
     * @param resume whether to continue from what is there; without it, only an empty folder will do
     * @param others what else this work keeps in the folder
     * @param notes hears when a state cannot be written, and that the work goes on
     */
    public static CheckpointFolder open(
            Path folder, Map<String, String> fit, boolean resume, Set<String> others, Consumer<String> notes)
            throws IOException {
        FileState there = FileState.of(folder);
        if (there != FileState.ABSENT && there != FileState.FOLDER) {
            throw new InvalidInputException(folder + ": is not a folder; name one for the checkpoints");
        }
        if (there == FileState.FOLDER) {
            requireOurs(folder, others);
        }
        Files.createDirectories(folder);
        LockedFile lock = LockedFile.hold(folder.toRealPath().resolve(LOCK))
                .orElseThrow(() -> new InvalidInputException(
                        folder + ": another fit or search is at work in it; wait until it has ended, or name"
                                + " another folder for the checkpoints"));
        CheckpointFolder checkpoints = new CheckpointFolder(folder, lock, notes);
        try {
            checkpoints.begin(fit, resume);
        } catch (IOException | RuntimeException e) {
            checkpoints.close();
            throw e;
        }
        return checkpoints;
    }

    private void begin(Map<String, String> fit, boolean resume) throws IOException {
        clean();
        Path file = folder.resolve(WORK);
        if (!FileState.exists(file)) {
            AtomicFile.writeText(file, Json.write(new TreeMap<>(fit)));
        } else if (!resume) {
            throw new InvalidInputException(
                    folder + ": holds a fit already; resume it, or name another folder for the checkpoints");
        } else {
            requireSame(file, fit);
        }
    }

    /** Refuses what is not ours, before anything is made in it. */
    private static void requireOurs(Path folder, Set<String> others) throws IOException {
        for (Path path : list(folder)) {
            String name = path.getFileName().toString();
            if (!isPartial(path) && !isStep(path) && !Set.of(WORK, LOCK).contains(name) && !others.contains(name)) {
                throw new InvalidInputException(folder + ": holds " + name
                        + ", which is no part of a checkpoint; name an empty folder, or one of checkpoints");
            }
        }
    }

    /** Deletes what was being written when a process was killed. */
    private void clean() throws IOException {
        for (Path path : list(folder)) {
            if (isPartial(path) || isStep(path) && !FileState.exists(path.resolve("state.json"))) {
                delete(path);
            }
        }
    }

    private static void requireSame(Path file, Map<String, String> fit) throws IOException {
        Map<?, ?> there;
        try {
            there = (Map<?, ?>) Json.parse(AtomicFile.readText(file));
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
    public Optional<Path> newest() throws IOException {
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
        return Optional.of(read(newest.get(), "to continue from the state before it", reader));
    }

    /** What is read of what was kept by this name, if something was. */
    public <T> Optional<T> read(String name, StateReader<T> reader) throws IOException {
        Path kept = folder.resolve(name);
        return FileState.exists(kept) ? Optional.of(read(kept, "to find it anew", reader)) : Optional.empty();
    }

    private static <T> T read(Path state, String without, StateReader<T> reader) throws IOException {
        try {
            Checksums.require(state);
            return reader.readFrom(state);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    state + ": is damaged (" + e.getMessage() + "); delete this folder " + without, e);
        }
    }

    /** Writes a state's files to a folder, the one called state.json last. */
    @FunctionalInterface
    public interface StateWriter {
        void writeTo(Path folder) throws IOException;
    }

    /** Adds a state and deletes all but the newest two. */
    public void add(int step, StateWriter state) {
        keep(String.format("step-%08d", step), state);
        try {
            List<Path> steps = steps();
            for (Path old : steps.subList(0, Math.max(0, steps.size() - KEPT))) {
                delete(old);
            }
        } catch (IOException e) {
            // the next state tries again
        }
    }

    /** Keeps a state by a name of its own, instead of what was kept by it; false where it cannot be written. */
    public boolean keep(String name, StateWriter state) {
        try {
            write(name, state);
            failing = false;
            return true;
        } catch (IOException e) {
            if (!failing) {
                notes.accept("no checkpoint: " + FileFailure.of(folder, e).getMessage()
                        + "; the work goes on, and tries again at the next");
            }
            failing = true;
            return false;
        }
    }

    private void write(String name, StateWriter state) throws IOException {
        Path partial = folder.resolve("." + name + ".partial");
        delete(partial);
        try {
            Files.createDirectory(partial);
            state.writeTo(partial);
            Checksums.write(partial);
            delete(folder.resolve(name));
            Files.move(partial, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            AtomicFile.forceFolder(folder);
        } catch (IOException | RuntimeException e) {
            discard(partial);
            throw e;
        }
    }

    /** Deletes what nobody needs any more, if that is possible. */
    public static void discard(Path path) {
        try {
            delete(path);
        } catch (IOException e) {
            // it takes room, and is in nobody's way
        }
    }

    private List<Path> steps() throws IOException {
        return list(folder).stream().filter(CheckpointFolder::isStep).sorted().toList();
    }

    private static boolean isPartial(Path path) {
        return PARTIAL.matcher(path.getFileName().toString()).matches();
    }

    private static boolean isStep(Path path) {
        return STEP.matcher(path.getFileName().toString()).matches();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.toList();
        } catch (IOException e) {
            throw FileFailure.of(folder, e);
        }
    }

    /** Lets others work in the folder. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // what was locked is free in any case
        }
    }

    /** Deletes a state or a whole folder. A state's own description goes first: without it, what is left counts as nothing. */
    private static void delete(Path path) throws IOException {
        FileState there = FileState.of(path);
        if (there == FileState.ABSENT) {
            return;
        }
        if (there == FileState.FOLDER) {
            Files.deleteIfExists(path.resolve("state.json"));
        }
        try (Stream<Path> below = Files.walk(path)) {
            for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}

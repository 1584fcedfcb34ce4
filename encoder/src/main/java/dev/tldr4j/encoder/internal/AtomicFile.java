package dev.tldr4j.encoder.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file that appears under its name only when it is complete: it is written beside its destination and moved into
 * place by {@link #commit()}. Closing without a commit leaves nothing behind.
 */
public final class AtomicFile implements AutoCloseable {
    /** Tells writers of one file in one process apart. */
    private static final AtomicLong COUNT = new AtomicLong();

    private final Path destination;
    private final Path temporary;
    private boolean committed;

    /**
     * For a file at this place, which may exist already.
     *
     * @throws InvalidInputException if no file can be written there
     */
    public AtomicFile(Path destination) throws IOException {
        Path folder = destination.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new InvalidInputException(
                    destination + ": the folder " + folder + " does not exist; create it or name another output");
        }
        if (Files.isDirectory(destination)) {
            throw new InvalidInputException(destination + ": is a folder; name a file for the output");
        }
        if (Files.exists(destination) && !Files.isRegularFile(destination)) {
            // A device or pipe would be replaced by a plain file.
            throw new InvalidInputException(destination + ": is not a plain file; name another output");
        }
        if (!Files.isWritable(folder)) {
            throw new InvalidInputException(
                    destination + ": the folder " + folder + " is not writable; name another output");
        }
        this.destination = destination;
        this.temporary = folder.resolve("." + destination.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet() + ".partial");
        Files.deleteIfExists(temporary);
    }

    /** Writes a whole file of text so. */
    public static void writeText(Path destination, String text) throws IOException {
        try (AtomicFile file = new AtomicFile(destination)) {
            Files.writeString(file.temporary(), text);
            file.commit();
        }
    }

    /** Where to write. */
    public Path temporary() {
        return temporary;
    }

    /** Moves what was written to its destination, replacing what was there. Whoever wrote must have closed it. */
    public void commit() throws IOException {
        try {
            Files.move(temporary, destination, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, destination, StandardCopyOption.REPLACE_EXISTING);
        }
        committed = true;
    }

    /** Removes what was written, unless it was committed. */
    @Override
    public void close() throws IOException {
        if (!committed) {
            Files.deleteIfExists(temporary);
        }
    }
}

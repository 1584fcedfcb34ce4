package dev.tldr4j.encoder.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file that appears under its name only when it is complete: it is written beside its destination and moved into
 * place by {@link #commit()}, which returns when a power failure could no longer take it away. Closing without a commit leaves
 * nothing behind.
 *
 * <p>What is under way has a random name, and is locked: where its process was killed, the next that writes into the folder
 * finds it without a lock and deletes it.
 */
public final class AtomicFile implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern PARTIAL = Pattern.compile("\\..+\\.[0-9a-f]{16}\\.partial");

    /** Bytes written at once: Java keeps a copy of that size outside the heap. */
    private static final int CHUNK = 1 << 20;

    private static volatile Path lastSwept;

    private final Path destination;
    private final Path temporary;
    private final boolean durable;
    private final LockedFile file;
    private boolean committed;

    /**
     * For a file at this place, which may exist already.
     *
     * @throws InvalidInputException if no file can be written there
     */
    public AtomicFile(Path destination) throws IOException {
        this(destination, true);
    }

    /** @param durable false for a file that nobody reads after this process: it need not outlive a power failure */
    public AtomicFile(Path destination, boolean durable) throws IOException {
        Path folder = folder(destination);
        this.destination = destination;
        this.durable = durable;
        sweep(folder);
        Optional<LockedFile> made = Optional.empty();
        Path name = null;
        while (made.isEmpty()) {
            name = folder.resolve(String.format(".%s.%016x.partial", destination.getFileName(), RANDOM.nextLong()));
            try {
                made = LockedFile.create(name);
            } catch (AccessDeniedException e) {
                throw new InvalidInputException(
                        destination + ": the folder " + folder + " is not writable; name another output", e);
            }
        }
        this.temporary = name;
        this.file = made.get();
    }

    private static Path folder(Path destination) throws IOException {
        Path folder = destination.toAbsolutePath().getParent();
        if (folder == null || FileState.of(folder) != FileState.FOLDER) {
            throw new InvalidInputException(
                    destination + ": the folder " + folder + " does not exist; create it or name another output");
        }
        FileState there = FileState.of(destination);
        if (there == FileState.FOLDER) {
            throw new InvalidInputException(destination + ": is a folder; name a file for the output");
        }
        if (there == FileState.OTHER) {
            // A device or pipe would be replaced by a plain file.
            throw new InvalidInputException(destination + ": is not a plain file; name another output");
        }
        return folder;
    }

    /** Deletes what killed processes left; once for each folder in a row, since many files may be in it. */
    private static void sweep(Path folder) {
        if (folder.equals(lastSwept)) {
            return;
        }
        lastSwept = folder;
        try (DirectoryStream<Path> partials = Files.newDirectoryStream(folder, AtomicFile::isPartial)) {
            partials.forEach(AtomicFile::deleteIfAbandoned);
        } catch (IOException | RuntimeException e) {
            // whoever sweeps next may have more luck
        }
    }

    /** Whether a file is one of these, under way or left behind. */
    public static boolean isPartial(Path file) {
        return PARTIAL.matcher(file.getFileName().toString()).matches();
    }

    private static void deleteIfAbandoned(Path partial) {
        LockedFile.ofTheDead(partial).ifPresent(abandoned -> {
            // as long as it is held: its maker may be about to lock it, and then makes another
            try (abandoned) {
                Files.deleteIfExists(partial);
            } catch (IOException e) {
                // it may be another's, and stays
            }
        });
    }

    /** Writes a whole file of text so. */
    public static void writeText(Path destination, String text) throws IOException {
        try (AtomicFile file = new AtomicFile(destination)) {
            file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            file.commit();
        }
    }

    /** What {@link #writeText} wrote; damaged bytes become characters that it never writes. */
    public static String readText(Path file) throws IOException {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
    }

    /** Writes all of the buffer after what was written before. */
    public void write(ByteBuffer bytes) throws IOException {
        try {
            int end = bytes.limit();
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + CHUNK));
                file.channel().write(bytes);
            }
        } catch (IOException e) {
            throw FileFailure.of(destination, e);
        }
    }

    /** Writes all of the buffer at a place of its own; by any thread. */
    public void write(ByteBuffer bytes, long place) throws IOException {
        try {
            long at = place;
            while (bytes.hasRemaining()) {
                at += file.channel().write(bytes, at);
            }
        } catch (IOException e) {
            throw FileFailure.of(destination, e);
        }
    }

    /** Where {@link #write(ByteBuffer)} goes on. */
    public void position(long place) throws IOException {
        file.channel().position(place);
    }

    /** The same as a stream, without a buffer; whoever puts one around it flushes that before the commit. */
    public OutputStream stream() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                AtomicFile.this.write(ByteBuffer.wrap(bytes, from, count));
            }
        };
    }

    /** Moves what was written to its destination, replacing what was there. */
    public void commit() throws IOException {
        try {
            if (durable) {
                file.channel().force(true);
            }
            try {
                Files.move(temporary, destination, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, destination, StandardCopyOption.REPLACE_EXISTING);
            }
            committed = true;
        } catch (IOException e) {
            throw FileFailure.of(destination, e);
        }
        if (durable) {
            forceFolder(destination.toAbsolutePath().getParent());
        }
    }

    /** Without it, a power failure may take away the names of files in a folder. */
    public static void forceFolder(Path folder) throws IOException {
        if (File.separatorChar == '\\') {
            return; // Windows opens no folders, and need not
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw FileFailure.of(folder, e);
        }
    }

    /** Removes what was written, unless it was committed. */
    @Override
    public void close() throws IOException {
        try (file) {
            if (!committed) {
                Files.deleteIfExists(temporary);
            }
        }
    }
}

package dev.tldr4j.encoder.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that says as long as it is open that somebody is at work: the system takes the lock away however the process ends. Where a
 * file system knows no locks, nobody is kept out and nothing counts as left behind.
 */
public final class LockedFile implements AutoCloseable {
    /** Of this process. They are never opened a second time: closing a file releases all locks that a process has on it. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** The same of another class loader, found locked when it was open already: it stays open. */
    private static final List<FileChannel> OF_OTHERS = new ArrayList<>();

    private final Path file;
    private final FileChannel channel;
    private final boolean locked;

    private LockedFile(Path file, FileChannel channel, boolean locked) {
        this.file = file;
        this.channel = channel;
        this.locked = locked;
    }

    /** Makes a file that must not be there, and holds it; empty where a sweep took it for left behind. */
    static Optional<LockedFile> create(Path file) throws IOException {
        Optional<LockedFile> made = open(file, StandardOpenOption.CREATE_NEW);
        if (made.isPresent() && Files.notExists(file)) {
            made.get().close();
            return Optional.empty();
        }
        return made;
    }

    /** Holds a file, making it where it is not there; empty where somebody else does. */
    public static Optional<LockedFile> hold(Path file) throws IOException {
        return open(file, StandardOpenOption.CREATE);
    }

    /** Holds a file that is there and that nobody else holds; empty also where that cannot be told. */
    static Optional<LockedFile> ofTheDead(Path file) {
        try {
            Optional<LockedFile> held = open(file, StandardOpenOption.WRITE);
            if (held.isPresent() && !held.get().locked) {
                held.get().close();
                return Optional.empty();
            }
            return held;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<LockedFile> open(Path given, OpenOption option) throws IOException {
        Path file = given.toAbsolutePath().normalize();
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        LockedFile held = null;
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE, option);
            held = locked(file, channel);
        } catch (OverlappingFileLockException e) {
            synchronized (OF_OTHERS) {
                OF_OTHERS.add(channel);
            }
            channel = null;
        } finally {
            if (held == null) {
                HELD.remove(file);
                if (channel != null) {
                    channel.close();
                }
            }
        }
        return Optional.ofNullable(held);
    }

    /** Null where another process holds it. */
    private static LockedFile locked(Path file, FileChannel channel) {
        try {
            return channel.tryLock() == null ? null : new LockedFile(file, channel, true);
        } catch (IOException e) {
            return new LockedFile(file, channel, false);
        }
    }

    FileChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        HELD.remove(file);
        channel.close();
    }
}

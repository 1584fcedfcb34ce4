package dev.tldr4j.encoder.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A folder among the temporary files that is gone, with all that is in it, when it is closed. A file in it is locked as long as
 * that: where the process was killed, the next that needs such a folder finds the lock gone and deletes the folder.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "tldr4j-";
    private static final String LOCK = "lock";

    /** A folder without a lock may be one that is being made. */
    private static final Duration MADE_BY_THEN = Duration.ofHours(1);

    private static final Set<TemporaryFolder> OPEN = ConcurrentHashMap.newKeySet();
    private static volatile Path lastSwept;

    private final Path path;
    private final LockedFile lock;

    /** @param kind what is in it, for whoever finds it after a crash */
    public TemporaryFolder(String kind) throws IOException {
        Path made = null;
        Optional<LockedFile> held = Optional.empty();
        try {
            while (held.isEmpty()) {
                made = Files.createTempDirectory(PREFIX + kind + "-");
                held = LockedFile.create(made.resolve(LOCK));
            }
        } catch (IOException e) {
            if (made != null) {
                Files.deleteIfExists(made);
            }
            throw FileFailure.of(made == null ? Path.of(System.getProperty("java.io.tmpdir")) : made, e);
        }
        this.path = made;
        this.lock = held.get();
        OPEN.add(this);
        // an interrupted run closes nothing
        path.toFile().deleteOnExit();
        path.resolve(LOCK).toFile().deleteOnExit();
        sweep(path.getParent());
    }

    /** For what is made of a file. */
    public static TemporaryFolder of(Path source) throws IOException {
        String name = source.getFileName().toString();
        return new TemporaryFolder(name.substring(0, Math.min(name.length(), 60)));
    }

    public Path path() {
        return path;
    }

    /** Where to write a file of this name, which the end of the process deletes at the latest. */
    public Path file(String name) {
        Path file = path.resolve(name);
        file.toFile().deleteOnExit();
        return file;
    }

    /** Whether a file is in such a folder. */
    static boolean holds(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder != null
                && folder.getFileName() != null
                && folder.getFileName().toString().startsWith(PREFIX)
                && folder.getParent()
                        .equals(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
    }

    /** What is mapped or open stays readable; what a system will not delete now goes with the next sweep. */
    @Override
    public void close() {
        OPEN.remove(this);
        delete(path, lock);
    }

    /** All of this process, which ends without closing them. */
    public static void closeAll() {
        OPEN.forEach(TemporaryFolder::close);
    }

    /** The lock goes last but for the folder itself: what is left of a deletion can be swept. */
    private static void delete(Path folder, LockedFile lock) {
        try (lock) {
            Path locked = folder.resolve(LOCK);
            List<Path> deepestFirst;
            try (Stream<Path> all = Files.walk(folder)) {
                deepestFirst = all.filter(path -> !path.equals(folder) && !path.equals(locked))
                        .sorted(Comparator.reverseOrder())
                        .toList();
            }
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(locked);
            Files.deleteIfExists(folder);
        } catch (IOException | RuntimeException e) {
            // the next sweep tries again
        }
    }

    private void sweep(Path all) {
        if (all.equals(lastSwept)) {
            return;
        }
        lastSwept = all;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, PREFIX + "*")) {
            UserPrincipal me = Files.getOwner(path);
            for (Path folder : folders) {
                // others may put links and folders there
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(me)) {
                    deleteIfAbandoned(folder);
                }
            }
        } catch (IOException | RuntimeException e) {
            // whoever sweeps next may have more luck
        }
    }

    private static void deleteIfAbandoned(Path folder) {
        Path locked = folder.resolve(LOCK);
        if (Files.exists(locked, LinkOption.NOFOLLOW_LINKS)) {
            LockedFile.ofTheDead(locked).ifPresent(lock -> delete(folder, lock));
            return;
        }
        try {
            FileTime made = Files.getLastModifiedTime(folder);
            if (made.toInstant().isBefore(Instant.now().minus(MADE_BY_THEN))) {
                Files.delete(folder); // which it does only where nothing is in it
            }
        } catch (IOException e) {
            // something of another's is in it
        }
    }
}

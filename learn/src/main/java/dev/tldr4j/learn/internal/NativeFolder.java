package dev.tldr4j.learn.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where native libraries lie once they are unpacked: in a folder that nobody but this user can write to, since whoever
 * could would have code of theirs run by us. On Linux.
 */
final class NativeFolder {
    /** The property by which JavaCPP is told its folder, too. */
    static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final FileAttribute<?> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int ROOT = 0;

    /** Gives a folder that is there and safe. */
    interface Choice {
        Path open() throws IOException;
    }

    private NativeFolder() {}

    /**
     * Folders to try, the best first: that of the user's choice and no other; else one in the home folder, a lasting one
     * among temporary files, and at last a new one, gone when the process ends.
     */
    static List<Choice> choices() {
        String chosen = System.getProperty(PROPERTY);
        if (chosen != null) {
            return List.of(() -> Files.createDirectories(Path.of(chosen)));
        }
        Path home = Path.of(System.getProperty("user.home"));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return List.of(
                () -> inside(home, home.resolve(".cache").resolve("tldr4j")),
                () -> inside(temporary, temporary.resolve("tldr4j-" + user())),
                () -> temporary(temporary));
    }

    private static Path inside(Path parent, Path folder) throws IOException {
        if (!parent.isAbsolute() || !Files.isDirectory(parent)) {
            throw new IOException(parent + " is no folder");
        }
        return own(folder);
    }

    /** A folder that is ours alone; it is made if it is not there. */
    static Path own(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        Files.createDirectories(parent, OURS_ALONE);
        Path real = parent.toRealPath().resolve(folder.getFileName());
        try {
            Files.createDirectory(real, OURS_ALONE);
        } catch (FileAlreadyExistsException e) {
            // it is looked at below
        }
        requireOurs(real);
        for (Path above = real.getParent(); above != null; above = above.getParent()) {
            requireNotReplaceable(above);
        }
        return real;
    }

    private static void requireOurs(Path folder) throws IOException {
        Map<String, Object> known = Files.readAttributes(folder, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(folder.toString(), null, "is no folder, or a link to one");
        }
        int owner = (Integer) known.get("uid");
        if (owner != user()) {
            throw new FileSystemException(folder.toString(), null, "belongs to another user");
        }
        if (((Integer) known.get("mode") & WRITABLE_BY_OTHERS) != 0) {
            throw new FileSystemException(folder.toString(), null, "may be written by others");
        }
    }

    /** Whoever may write to a folder can put another in place of one inside; but not where the sticky bit is set. */
    private static void requireNotReplaceable(Path folder) throws IOException {
        Map<String, Object> known = Files.readAttributes(folder, "unix:uid,mode");
        int mode = (Integer) known.get("mode");
        int owner = (Integer) known.get("uid");
        if (owner != user() && owner != ROOT || (mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0) {
            throw new FileSystemException(folder.toString(), null, "others may replace what is in it");
        }
    }

    private static int user() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException | RuntimeException e) {
            return -1; // nobody, so that no folder is found to be ours
        }
    }

    private static Path temporary(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "tldr4j-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) { // which follows no links
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // what cannot be deleted now stays among temporary files
        }
    }
}

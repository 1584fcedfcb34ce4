package dev.tldr4j.cli.faults;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Which operation fails: the n-th below a folder, that one alone or all from it on. */
final class Faults {
    /** Of a disk. */
    static final String BROKEN = "Input/output error";

    static final String FULL = "No space left on device";

    private static final AtomicLong COUNT = new AtomicLong();
    private static volatile String root;
    private static volatile long failing;
    private static volatile boolean forGood;
    private static volatile String failed;

    private Faults() {}

    static void arm(Path folder, long number, boolean fromThenOn) {
        COUNT.set(0);
        failing = number;
        forGood = fromThenOn;
        failed = null;
        root = folder.toString();
    }

    /** Ends it. Returns which operation failed, or null where there were fewer. */
    static String disarm() {
        root = null;
        return failed;
    }

    /** How many operations there were. */
    static long count() {
        return COUNT.get();
    }

    private static boolean isDue(String operation, Path path) {
        String below = root;
        if (below == null || !path.toAbsolutePath().toString().startsWith(below)) {
            return false;
        }
        long number = COUNT.incrementAndGet();
        if (number != failing && !(forGood && number > failing)) {
            return false;
        }
        if (failed == null) {
            failed = operation + " " + path;
        }
        return true;
    }

    /** Fails as the system does for a path. */
    static void onPath(String operation, Path path, String reason) throws FileSystemException {
        if (isDue(operation, path)) {
            throw new FileSystemException(path.toString(), null, reason);
        }
    }

    /** Fails as the system does for an open file, without its name. */
    static void onOpen(String operation, Path path, String reason) throws IOException {
        if (isDue(operation, path)) {
            throw new IOException(reason);
        }
    }

    /** Whether a write fails, of which a part may be done. */
    static boolean failsWrite(Path path) {
        return isDue("write", path);
    }
}

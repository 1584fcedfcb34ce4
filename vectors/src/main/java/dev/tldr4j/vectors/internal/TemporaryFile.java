package dev.tldr4j.vectors.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Files for what had to be unpacked or decoded before it could be mapped. */
final class TemporaryFile {
    /** Those that are there: a process that opens files for years must not keep the name of each. */
    private static final Set<Path> THERE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> THERE.forEach(TemporaryFile::delete)));
    }

    private TemporaryFile() {}

    /** A new file; whoever asked for it deletes it, at the latest the end of the process does. */
    static Path create(Path source, String kind) throws IOException {
        String name = source.getFileName().toString();
        String shortened = name.substring(0, Math.min(name.length(), 60)); // for whoever finds one after a crash
        Path file = Files.createTempFile("tldr4j-" + shortened + "-", "." + kind);
        THERE.add(file);
        return file;
    }

    /** What is mapped or open stays readable. Where a system will not delete such a file, it goes when the JVM ends. */
    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
            THERE.remove(file);
        } catch (IOException e) {
            // it stays among those to delete at the end
        }
    }
}

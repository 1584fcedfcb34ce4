package dev.tldr4j.learn.checkpoint;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** A file beside others that tells of a flipped bit in any of them: without it, work would go on from another state. */
final class Checksums {
    private static final String NAME = "checksums.json";
    private static final int CHUNK = 1 << 16;

    private Checksums() {}

    /** Of all files in a folder. */
    static void write(Path folder) throws IOException {
        AtomicFile.writeText(folder.resolve(NAME), Json.write(of(folder)));
    }

    /** Refuses a folder whose files are not those that {@link #write} saw. */
    static void require(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!FileState.exists(file)) {
            throw new InvalidInputException(file + ": is missing");
        }
        Map<?, ?> written;
        try {
            written = (Map<?, ?>) Json.parse(AtomicFile.readText(file));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new InvalidInputException(file + ": cannot be read", e);
        }
        Map<String, String> there = of(folder);
        TreeMap<String, Object> names = new TreeMap<>(there);
        written.keySet().forEach(name -> names.put(String.valueOf(name), null));
        for (String name : names.keySet()) {
            if (!there.containsKey(name) || !there.get(name).equals(written.get(name))) {
                throw new InvalidInputException(folder.resolve(name) + ": is not as it was written");
            }
        }
    }

    private static Map<String, String> of(Path folder) throws IOException {
        Map<String, String> checksums = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!name.equals(NAME)) {
                    checksums.put(name, of(file, new byte[CHUNK]));
                }
            }
        }
        return checksums;
    }

    private static String of(Path file, byte[] chunk) throws IOException {
        CRC32C checksum = new CRC32C();
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                checksum.update(chunk, 0, read);
            }
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
        return Long.toHexString(checksum.getValue());
    }
}

package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.vectors.ReadListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A table as Spark and its like write one: a folder of Parquet files, perhaps in folders of partitions ({@code lang=en}). The rows are
 * those of the files in the order of their names. What begins with {@code _} or {@code .} is the writer's own.
 */
public final class ParquetTable {
    private ParquetTable() {}

    /** The files to read, each as a reading of its own: just the one where the path is a file. */
    static List<Reading> parts(Reading reading) throws IOException {
        if (!Files.isDirectory(reading.path())) {
            return List.of(reading);
        }
        long total = bytes(reading.path());
        List<Reading> parts = new ArrayList<>();
        long before = 0;
        for (Path file : files(reading.path())) {
            parts.add(part(reading, file, before, total));
            before += Files.size(file);
        }
        return parts;
    }

    private static Reading part(Reading table, Path file, long before, long total) {
        ReadListener listener = (done, size) -> table.listener().read(before + done, total);
        return new Reading(file.toString(), file, table.column(), table.withIds(), table.idColumn(), listener);
    }

    /** Of all files of the table in this folder. */
    public static long bytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path file : files(folder)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        collect(folder, files);
        if (files.isEmpty()) {
            throw new InvalidInputException(folder + ": is a folder without a .parquet file; name a file of vectors, or"
                    + " a table as Spark writes one");
        }
        return files;
    }

    private static void collect(Path folder, List<Path> files) throws IOException {
        List<Path> inside;
        try (Stream<Path> list = Files.list(folder)) {
            inside = list.sorted().toList();
        }
        for (Path each : inside) {
            String name = each.getFileName().toString();
            if (name.startsWith("_") || name.startsWith(".")) {
                continue;
            }
            FileState there = FileState.of(each);
            // a link may lead back up
            if (there == FileState.FOLDER && name.contains("=") && !Files.isSymbolicLink(each)) {
                collect(each, files);
            } else if (there == FileState.FILE && name.toLowerCase(Locale.ROOT).endsWith(".parquet")) {
                files.add(each);
            }
        }
    }
}

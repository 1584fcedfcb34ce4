package dev.tldr4j.vectors;

import dev.tldr4j.vectors.internal.ParquetTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file as a user names it: a path and, where the file may hold more than one thing, {@code #} and which of them, as in
 * {@code docs.parquet#embedding} or {@code glove.hdf5#test}. A table that Spark wrote is a folder.
 *
 * @param path the file or folder itself
 * @param column the column, dataset or field; null where none is named
 */
public record VectorFile(Path path, String column) {
    private static final Pattern WITH_COLUMN =
            Pattern.compile("(.+\\.(?:parquet|pq|hdf5|h5|jsonl|ndjson|csv|tsv))#(.+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern FOLDER_WITH_COLUMN = Pattern.compile("(.+)#(.+)");

    /** How many bytes the file has, or those of the table together. */
    public long bytes() throws IOException {
        return Files.isDirectory(path) ? ParquetTable.bytes(path) : Files.size(path);
    }

    /** A file whose own name has a {@code #} in it is that file. */
    public static VectorFile of(Path named) {
        if (Files.exists(named)) {
            return new VectorFile(named, null);
        }
        Matcher matcher = WITH_COLUMN.matcher(named.toString());
        Matcher folder = FOLDER_WITH_COLUMN.matcher(named.toString());
        if (matcher.matches()) {
            return new VectorFile(named.getFileSystem().getPath(matcher.group(1)), matcher.group(2));
        }
        if (folder.matches() && Files.isDirectory(named.getFileSystem().getPath(folder.group(1)))) {
            return new VectorFile(named.getFileSystem().getPath(folder.group(1)), folder.group(2));
        }
        return new VectorFile(named, null);
    }
}

package dev.tldr4j.vectors;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file as a user names it: a path and, where the file may hold more than one thing, {@code #} and which of them, as in
 * {@code docs.parquet#embedding} or {@code glove.hdf5#test}.
 *
 * @param path the file itself
 * @param column the column, dataset or field; null where none is named
 */
public record VectorFile(Path path, String column) {
    private static final Pattern WITH_COLUMN =
            Pattern.compile("(.+\\.(?:parquet|pq|hdf5|h5|jsonl|ndjson|csv|tsv))#(.+)", Pattern.CASE_INSENSITIVE);

    /** A file whose own name has a {@code #} in it is that file. */
    public static VectorFile of(Path named) {
        Matcher matcher = WITH_COLUMN.matcher(named.toString());
        if (Files.exists(named) || !matcher.matches()) {
            return new VectorFile(named, null);
        }
        return new VectorFile(named.getFileSystem().getPath(matcher.group(1)), matcher.group(2));
    }
}

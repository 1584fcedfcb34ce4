package dev.tldr4j.vectors.internal;

import dev.tldr4j.vectors.ReadListener;
import dev.tldr4j.vectors.VectorFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What somebody wants from a file.
 *
 * @param name the file as it was named, for messages
 * @param path the file
 * @param column what holds the vectors; null where nothing was chosen
 * @param withIds whether ids are wanted
 * @param idColumn what holds them; null for the column called {@value #USUAL_ID}, if there is one
 */
public record Reading(String name, Path path, String column, boolean withIds, String idColumn, ReadListener listener) {
    /** What a column of ids is mostly called. */
    static final String USUAL_ID = "id";

    /** Vectors only. */
    public static Reading of(Path file, ReadListener listener) {
        VectorFile named = VectorFile.of(file);
        return new Reading(file.toString(), named.path(), named.column(), false, null, listener);
    }

    /** The same file, with its ids. */
    public Reading withIds(Optional<String> named) {
        return new Reading(name, path, column, true, named.orElse(null), listener);
    }
}

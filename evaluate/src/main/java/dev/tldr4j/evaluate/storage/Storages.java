package dev.tldr4j.evaluate.storage;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.vectors.Vectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All forms of storage by name. */
public final class Storages {
    /** Four bytes a number: as vectors mostly are. */
    public static final String FLOAT = "float";

    private static final Map<String, Storage> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put(
                "float",
                (vectors, metric, threads, seed, listener) ->
                        new Searched(Index.of(vectors, metric, threads), vectors.dims() * (double) Float.BYTES, 0));
    }

    private Storages() {}

    public static List<String> names() {
        return List.copyOf(KNOWN.keySet());
    }

    /** @throws InvalidInputException when there is no such form, listing those there are */
    public static Storage named(String name) {
        Storage storage = KNOWN.get(name);
        if (storage == null) {
            throw new InvalidInputException(
                    "there is no storage " + name + "; there are " + String.join(", ", KNOWN.keySet()));
        }
        return storage;
    }

    /** An index and what it takes. */
    record Searched(Index index, double bytesPerVector, long sharedBytes) implements StoredVectors {
        @Override
        public String name() {
            return index.name();
        }

        @Override
        public int rows() {
            return index.rows();
        }

        @Override
        public int dims() {
            return index.dims();
        }

        @Override
        public void scores(Vectors queries, ExactSearch.ScoreVisitor visitor, ProgressListener listener) {
            index.scores(queries, visitor, listener);
        }

        @Override
        public int[] nearest(Vectors queries, int k, ProgressListener listener) {
            return index.nearest(queries, k, listener);
        }
    }
}

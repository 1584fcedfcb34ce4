package dev.tldr4j.evaluate.storage;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.quantization.ProductQuantizer;
import dev.tldr4j.vectors.Vectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All forms of storage by name. Queries always have full precision, and are compared with what the stored bytes stand
 * for.
 */
public final class Storages {
    /** Four bytes a number: as vectors mostly are. */
    public static final String FLOAT = "float";

    /** Any number of bytes can be asked for; those in the list are the usual ones. */
    private static final Pattern PRODUCT = Pattern.compile("(o?)pq([1-9][0-9]{0,5})");

    private static final Map<String, Storage> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put(FLOAT, (vectors, metric, threads, seed, listener) -> floats(vectors, metric, threads));
        KNOWN.put(
                "half",
                (vectors, metric, threads, seed, listener) ->
                        coded(vectors, new HalfCode(vectors.name(), vectors.dims()), metric, threads, listener));
        for (int bits : ByteBudget.BITS) {
            KNOWN.put(scalar(bits), (vectors, metric, threads, seed, listener) -> {
                ScalarCode code = ScalarCode.learn(bits, vectors, listener);
                return coded(vectors, code, metric, threads, listener);
            });
        }
        KNOWN.put(
                "bit-rerank",
                (vectors, metric, threads, seed, listener) -> reranked(
                        coded(vectors, ScalarCode.learn(1, vectors, listener), metric, threads, listener),
                        vectors,
                        metric));
        for (String name : List.of("pq8", "pq16", "pq32", "pq64", "opq8", "opq16", "opq32", "opq64")) {
            KNOWN.put(name, product(name));
        }
    }

    private Storages() {}

    /** The name of so many bits a number, as a search engine stores them. */
    public static String scalar(int bits) {
        return bits == 1 ? "bit" : "int" + bits;
    }

    public static List<String> names() {
        return List.copyOf(KNOWN.keySet());
    }

    /** @throws InvalidInputException when there is no such form, listing those there are */
    public static Storage named(String name) {
        Storage storage = KNOWN.containsKey(name) ? KNOWN.get(name) : product(name);
        if (storage == null) {
            throw new InvalidInputException("there is no storage " + name + "; there are "
                    + String.join(", ", KNOWN.keySet()) + " (pq and opq with any number of bytes)");
        }
        return storage;
    }

    private static Searched floats(Vectors vectors, Metric metric, int threads) {
        return new Searched(Index.of(vectors, metric, threads), floatBytes(vectors), 0);
    }

    private static double floatBytes(Vectors vectors) {
        return vectors.dims() * (double) Float.BYTES;
    }

    private static Searched coded(
            Vectors vectors, RowCode code, Metric metric, int threads, ProgressListener listener) {
        Vectors coded = CodedVectors.of(vectors, code, listener);
        return new Searched(Index.of(coded, metric, threads), code.bytes(), code.sharedBytes());
    }

    /** The vectors in full are needed too, so they count. */
    private static Searched reranked(Searched coarse, Vectors vectors, Metric metric) {
        return new Searched(
                new Reranked(coarse, vectors, metric),
                coarse.bytesPerVector() + floatBytes(vectors),
                coarse.sharedBytes());
    }

    /** A product quantizer by its name, or null if it is no such name. */
    private static Storage product(String name) {
        Matcher parts = PRODUCT.matcher(name);
        if (!parts.matches()) {
            return null;
        }
        boolean optimized = !parts.group(1).isEmpty();
        int bytes = Integer.parseInt(parts.group(2));
        return (vectors, metric, threads, seed, listener) -> {
            if (bytes > vectors.dims()) {
                throw new InvalidInputException(name + ": codes of " + bytes + " bytes need at least " + bytes
                        + " dimensions, and the vectors to store have " + vectors.dims() + "; take a shorter code");
            }
            ProductQuantizer quantizer = ProductQuantizer.train(vectors, bytes, optimized, threads, seed, listener);
            Vectors quantized = quantizer.quantize(vectors, threads, listener);
            return new Searched(
                    Index.of(quantized, metric, threads), bytes, productSharedBytes(vectors.dims(), optimized));
        };
    }

    /** The mean that quantizers take off first counts as nothing: it could be added to the centroids once and for all. */
    private static long productSharedBytes(int dims, boolean optimized) {
        long codebooks = (long) ProductQuantizer.TABLE_WIDTH * dims * Float.BYTES;
        long rotation = optimized ? (long) dims * dims * Float.BYTES : 0;
        return codebooks + rotation;
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

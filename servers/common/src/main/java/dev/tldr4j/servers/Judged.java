package dev.tldr4j.servers;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.examples.Page;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Documents and judged queries as full vectors of 384 dimensions, and encoders for them. A document's id is its row. */
public record Judged(String name, Vectors docs, Vectors queries, Judgments judgments, Exclusions exclusions) {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    /** Enough for a graph to have something to miss, few enough that a fit takes seconds. */
    private static final int ROWS_FOR_TESTS = 3_000;

    /** A part of ArguAna where a folder shared/data lies beside the repository, else some that are generated. */
    public static Judged forTests() throws IOException {
        Path folder = Page.ROOT.resolve("../shared/data/arguana").normalize();
        return Files.isDirectory(folder) ? read(folder).first(ROWS_FOR_TESTS) : GeneratedVectors.judged();
    }

    /** The first documents, and what is judged and excluded of them. */
    public Judged first(int rows) {
        Map<Integer, Map<Integer, Integer>> grades = new HashMap<>();
        Map<Integer, Set<Integer>> excluded = new HashMap<>();
        for (int query : judgments.queries()) {
            Map<Integer, Integer> kept = new HashMap<>(judgments.grades(query));
            kept.keySet().removeIf(row -> row >= rows);
            grades.put(query, kept);
            Set<Integer> left = new HashSet<>(exclusions.documents(query));
            left.removeIf(row -> row >= rows);
            excluded.put(query, left);
        }
        Vectors kept =
                docs.select(IntStream.range(0, Math.min(rows, docs.rows())).toArray());
        return new Judged(name, kept, queries, Judgments.of(grades), Exclusions.of(excluded));
    }

    /** A folder with docs.npy, queries.npy, qrels.tsv and, where queries are documents themselves, exclude.tsv. */
    public static Judged read(Path folder) throws IOException {
        Vectors docs = Vectors.open(folder.resolve("docs.npy"));
        Vectors queries = Vectors.open(folder.resolve("queries.npy"));
        Ids docIds = Ids.rowNumbers(docs.rows());
        Ids queryIds = Ids.rowNumbers(queries.rows());
        Path exclude = folder.resolve("exclude.tsv");
        return new Judged(
                folder.getFileName().toString(),
                docs,
                queries,
                Judgments.read(folder.resolve("qrels.tsv"), queryIds, docIds),
                Files.exists(exclude) ? Exclusions.read(exclude, queryIds, docIds) : Exclusions.none());
    }

    /** An encoder to so many dimensions, whose outputs have length 1. */
    public Encoder encoder(int dims) throws IOException {
        return Tldr.builder().dims(dims).fit(docs).normalized();
    }

    /** One of few steps, where only the server is in question. */
    public Encoder quickEncoder(int dims) throws IOException {
        return Tldr.builder().dims(dims).steps(20).fit(docs).normalized();
    }

    /** The same, with outputs turned for a server that stores each number in so many bits. */
    public Encoder quickEncoder(int dims, int bits) throws IOException {
        return Tldr.builder().dims(dims).bits(bits).steps(20).fit(docs).normalized();
    }

    /** The same as the first, with outputs turned for a server that stores each number in so many bits. */
    public Encoder encoder(int dims, int bits) throws IOException {
        return Tldr.builder().dims(dims).bits(bits).fit(docs).normalized();
    }

    /** One to as many dimensions that knows nothing of these vectors: random directions. */
    public Encoder anotherEncoder(int dims) {
        Random random = new Random(1);
        float[] weights = new float[dims * docs.dims()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) random.nextGaussian();
        }
        return Encoder.affine(weights, new float[dims], Map.of()).normalized();
    }

    /** The queries and what counts of an answer, to ask a server. */
    public SearchTask task() {
        return SearchTask.judged(queries, judgments, exclusions);
    }

    /** nDCG@10 of exact search by cosine, by tldr4j's own evaluation: what a server is compared with. */
    public double exactNdcg() throws IOException {
        return exactNdcg(VectorTransform.full());
    }

    /** The same, after encoding. */
    public double exactNdcg(Encoder encoder) throws IOException {
        return exactNdcg(VectorTransform.encodedBy(encoder, "the encoder"));
    }

    private double exactNdcg(VectorTransform transform) throws IOException {
        ProgressListener silent = ProgressListener.SILENT;
        try (Vectors searched = transform.apply(docs, THREADS, silent);
                Vectors asked = transform.apply(queries, THREADS, silent)) {
            return new RetrievalEvaluation(judgments, exclusions, Metric.COSINE, THREADS)
                    .evaluate(searched, asked, silent)
                    .ndcgAt10();
        }
    }

    /** A document's full vector. */
    public float[] doc(int row) {
        FloatBuffer vector = FloatBuffer.allocate(docs.dims());
        docs.read(row, 1, vector);
        return vector.array();
    }
}

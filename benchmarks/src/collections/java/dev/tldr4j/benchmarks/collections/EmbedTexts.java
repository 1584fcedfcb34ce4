package dev.tldr4j.benchmarks.collections;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Embeds texts, one a line, into a file of vectors.
 *
 * <p>Arguments: the model ({@code all-minilm-l6-v2}, {@code bge-small-en-v1.5-q} or {@code e5-small-v2-q}), the file of texts, the file of vectors.
 */
public final class EmbedTexts {
    private static final long SECOND = 1_000_000_000L;

    private EmbedTexts() {}

    public static void main(String[] args) throws Exception {
        List<String> texts = Files.readAllLines(Path.of(args[1]));
        float[][] vectors = new float[texts.size()][];
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try (TextModel model = TextModel.load(args[0])) {
            List<Future<List<Integer>>> batches = new ArrayList<>();
            for (List<Integer> rows : batches(texts, model.batchSize())) {
                batches.add(threads.submit(() -> {
                    float[][] embedded =
                            model.embed(rows.stream().map(texts::get).toList());
                    for (int i = 0; i < embedded.length; i++) {
                        vectors[rows.get(i)] = embedded[i];
                    }
                    return rows;
                }));
            }
            await(batches, texts.size());
        } finally {
            threads.shutdownNow();
        }
        try (VectorWriter writer = VectorWriter.create(Path.of(args[2]), ElementType.F4, vectors[0].length)) {
            for (float[] vector : vectors) {
                writer.write(FloatBuffer.wrap(vector));
            }
            writer.finish();
        }
    }

    /** Texts of about the same length together, since a batch is padded to its longest. */
    private static List<List<Integer>> batches(List<String> texts, int size) {
        List<Integer> rows = IntStream.range(0, texts.size())
                .boxed()
                .sorted(Comparator.comparing(row -> texts.get(row).length()))
                .toList();
        return IntStream.iterate(0, from -> from < rows.size(), from -> from + size)
                .mapToObj(from -> rows.subList(from, Math.min(from + size, rows.size())))
                .toList();
    }

    /** Until all are done; says every ten seconds how far it is. */
    private static void await(List<Future<List<Integer>>> batches, int texts) throws Exception {
        long start = System.nanoTime();
        long said = start;
        int done = 0;
        for (Future<List<Integer>> batch : batches) {
            done += batch.get().size();
            long now = System.nanoTime();
            if (now - said >= 10 * SECOND || done == texts) {
                System.err.printf(
                        "embedding: %d of %d texts, %.0f a second%n",
                        done, texts, done * (double) SECOND / (now - start));
                said = now;
            }
        }
    }
}

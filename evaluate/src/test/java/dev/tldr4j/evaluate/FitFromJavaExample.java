package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The code of docs/how-to/fit-from-java.md, as it stands there; {@code PagesTest} compares the two. */
final class FitFromJavaExample {
    private FitFromJavaExample() {}

    static void shortForm(Path folder) throws IOException {
        try (Vectors vectors = Vectors.open(folder.resolve("docs.npy"))) {
            Encoder encoder = Tldr.builder().dims(64).fit(vectors);
            encoder.save(folder.resolve("docs-64.safetensors"));
        }
    }

    static void aRow(Vectors vectors) {
        float[] row = new float[vectors.dims()];
        vectors.read(7, 1, FloatBuffer.wrap(row)); // one row, from row 7 on
    }

    static void severalFromOneSearch(Path folder, Vectors vectors, int threads) throws IOException {
        Pca pca = Pca.fit(vectors, threads, ProgressListener.SILENT);
        NeighborWhitening whitening = NeighborWhitening.fit(vectors, pca, threads, ProgressListener.SILENT);
        Encoder space = whitening.encoder(whitening.rank()).normalized();
        NeighborSearch search = new NeighborSearch(Metric.L2, SearchMethod.AUTO, 0.95, 16, threads, 0);
        NeighborGraph graph;
        try (Vectors whitened = new BatchEncoder(space, threads).encode(vectors, ProgressListener.SILENT)) {
            graph = search.graph(whitened, 10, ProgressListener.SILENT).graph();
        }
        graph.save(folder.resolve("graph.npy")); // NeighborGraph.load reads it again

        for (int dims : new int[] {16, 32, 64}) {
            Encoder encoder = Tldr.builder()
                    .dims(dims)
                    .pca(pca)
                    .graph(graph)
                    .threads(threads)
                    .fit(vectors);
            encoder.save(folder.resolve("docs-" + dims + ".safetensors"));
        }
    }

    static Encoder watched(Path folder, Vectors vectors, int threads) throws IOException {
        ProgressListener listener = new ProgressListener() {
            @Override
            public void progress(Progress p) {
                System.err.println(p.stage() + " " + 100 * p.done() / p.total() + " %");
            }

            @Override
            public void note(String message) {
                System.err.println("note: " + message);
            }

            @Override
            public void trained(TrainingReport r) {
                if (!Double.isNaN(r.score())) {
                    System.err.println(r.step() + " of " + r.steps() + ": " + r.scoreName() + " " + r.score());
                }
            }
        };
        Validation accuracy =
                new LabelValidation(vectors, IntRows.read(folder.resolve("labels.npy")), Metric.L2, threads, 0);
        Encoder encoder = Tldr.builder()
                .dims(64)
                .validation(accuracy)
                .earlyStop(true)
                .listener(listener)
                .fit(vectors);
        return encoder;
    }

    static void cancelled(Vectors vectors) throws IOException {
        AtomicBoolean stop = new AtomicBoolean(); // set it from another thread
        try {
            Encoder encoder = Tldr.builder().dims(64).cancelWhen(stop::get).fit(vectors);
        } catch (CancellationException e) {
            // stopped at the next step or block; nothing is left behind
        }
    }

    static void encodeAFile(Path folder, Encoder encoder, Vectors vectors, int threads) throws IOException {
        try (VectorWriter writer =
                VectorWriter.create(folder.resolve("docs-64.npy"), ElementType.F4, encoder.outputDims())) {
            new BatchEncoder(encoder, threads).encode(vectors, writer, ProgressListener.SILENT);
            writer.finish(); // the file appears now
        }
    }
}

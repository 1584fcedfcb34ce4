package dev.tldr4j.cuda.internal;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.LearningRate;
import dev.tldr4j.learn.training.OptimizerSettings;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The figures of docs/performance.md, on the card that is here: {@code neighbors FILE K OUT}, {@code train FILE GRAPH PROJECTOR
 * STEPS PRECISION}, {@code profile FILE GRAPH PROJECTOR PRECISION}, {@code encode FILE DIMS OUT}, {@code fit FILE DIMS NESTED}.
 */
final class CardFigures {
    private static final int DIMS = 128;
    private static final int BATCH = 1024;
    private static final int EPOCHS = 100;

    private CardFigures() {}

    public static void main(String[] arguments) throws IOException {
        try (Vectors vectors = Vectors.open(Path.of(arguments[1]))) {
            switch (arguments[0]) {
                case "neighbors" -> neighbors(vectors, Integer.parseInt(arguments[2]), Path.of(arguments[3]));
                case "train" ->
                    train(
                            vectors,
                            NeighborGraph.load(Path.of(arguments[2])),
                            arguments[3],
                            Integer.parseInt(arguments[4]),
                            Precision.valueOf(arguments[5]));
                case "profile" ->
                    profile(
                            vectors,
                            NeighborGraph.load(Path.of(arguments[2])),
                            arguments[3],
                            Precision.valueOf(arguments[4]));
                case "encode" -> encode(vectors, Integer.parseInt(arguments[2]), Path.of(arguments[3]));
                case "fit" -> fit(vectors, Integer.parseInt(arguments[2]), arguments[3]);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static void neighbors(Vectors vectors, int k, Path out) throws IOException {
        try (Gpu gpu = Gpu.open()) {
            long[] uploaded = new long[1];
            ProgressListener listener = progress -> uploaded[0] = uploaded[0] == 0 ? System.nanoTime() : uploaded[0];
            long begin = System.nanoTime();
            int[] found = new CudaNeighbors(gpu).nearest(vectors, k, Metric.L2, listener);
            double seconds = (System.nanoTime() - begin) / 1e9;
            say(
                    "neighbours of %,d x %d, k %d: %.2f s in all, %.2f s until the first rows were compared (reading, copying)",
                    vectors.rows(), vectors.dims(), k, seconds, (uploaded[0] - begin) / 1e9);
            double flops = 2.0 * vectors.rows() * vectors.rows() * vectors.dims();
            say("  %.0f TFLOP/s over all of it", flops / seconds / 1e12);
            new NeighborGraph(new IntRows("found", vectors.rows(), k, found)).save(out);
        }
    }

    private static Training training(String projector, int steps) {
        return new Training(
                EncoderShape.LINEAR,
                DIMS,
                ProjectorShape.parse(projector),
                new OptimizerSettings(OptimizerKind.LARS, new LarsSettings(0.9f, 1e-6f, 0.001f), 0.024),
                new LearningRate(0.8, 0.1, 0.001),
                new Training.LossSettings(LossKind.BARLOW, 0.0039, 1.0 / 32, 1),
                steps,
                BATCH,
                1,
                false);
    }

    private static void train(Vectors vectors, NeighborGraph graph, String projector, int steps, Precision precision)
            throws IOException {
        try (Gpu gpu = Gpu.open();
                CudaBackend backend = new CudaBackend(gpu, precision, 8L << 30)) {
            Timed timed = new Timed();
            long begin = System.nanoTime();
            Training.Outcome outcome = training(projector, steps)
                    .run(backend, pairs(vectors, graph), InitialState.RANDOM, null, null, timed);
            double seconds = (System.nanoTime() - begin) / 1e9;
            double median = timed.medianMilliseconds();
            long epoch = vectors.rows() / BATCH;
            double flops = flops(ProjectorShape.parse(projector), vectors.dims());
            say(
                    "%s %s: %.3f ms a step (median of %d groups; slowest group %.3f), %.2f min for %d epochs of %d steps,"
                            + " %.0f TFLOP/s; loss %.4f; whole run of %d steps %.1f s with reading",
                    projector,
                    precision,
                    median,
                    timed.groups.size(),
                    timed.slowest(),
                    median * epoch * EPOCHS / 60_000,
                    EPOCHS,
                    epoch,
                    flops / median / 1e9,
                    outcome.loss(),
                    steps,
                    seconds);
        }
    }

    /** What a step must multiply, with coordinates. */
    private static double flops(ProjectorShape shape, int inputs) {
        double rows = 2.0 * BATCH;
        double width = shape.width();
        double encoder = 2 * rows * inputs * DIMS * 2;
        double projector = 3 * 2 * rows * (DIMS * width + shape.hiddenLayers() * width * width);
        return encoder + projector + 4 * 2.0 * BATCH * BATCH * width;
    }

    private static TwinSource pairs(Vectors vectors, NeighborGraph graph) {
        return new TwinSource(vectors, new double[vectors.dims()], 1, Twins.neighbors(graph, graph.k()), BATCH, 1);
    }

    /** Steps come in groups; a group's reports have the same speed. */
    private static class Timed implements ProgressListener {
        private final List<Double> groups = new ArrayList<>();
        private double last;

        @Override
        public void progress(Progress progress) {}

        @Override
        public void trained(TrainingReport report) {
            if (report.pairsPerSecond() != last) {
                last = report.pairsPerSecond();
                groups.add(1000 * BATCH / last);
            }
        }

        /** Without the first, in which steps are recorded and code is loaded. */
        double medianMilliseconds() {
            List<Double> sorted = groups.stream().skip(1).sorted().toList();
            return sorted.get(sorted.size() / 2);
        }

        double slowest() {
            return groups.stream().skip(1).mapToDouble(each -> each).max().orElse(Double.NaN);
        }
    }

    /** One step with a clock around every kernel, after work long enough that the host is ahead of the card. */
    private static void profile(Vectors vectors, NeighborGraph graph, String projector, Precision precision)
            throws IOException {
        try (Gpu gpu = Gpu.open();
                CudaBackend backend = new CudaBackend(gpu, precision, 8L << 30)) {
            List<Span> spans = new ArrayList<>();
            long busy = gpu.allocate(512L << 20);
            int[] step = new int[1];
            gpu.watch((name, work) -> {
                boolean measured = step[0] == 2;
                if (measured && name.startsWith("gather")) {
                    for (int i = 0; i < 300; i++) {
                        gpu.zero(busy, 512L << 20);
                    }
                }
                CudaEvent from = measured ? gpu.moment() : null;
                work.run();
                if (measured) {
                    spans.add(new Span(name, from, gpu.moment()));
                }
                step[0] += name.equals("tick") ? 1 : 0;
            });
            training(projector, 4).run(backend, pairs(vectors, graph), InitialState.RANDOM, null, null, p -> {});
            gpu.await();
            Map<String, double[]> sums = new TreeMap<>();
            double total = 0;
            for (Span span : spans) {
                double milliseconds = span.end.millisecondsSince(span.begin);
                double[] sum = sums.computeIfAbsent(span.name, name -> new double[2]);
                sum[0] += milliseconds;
                sum[1]++;
                total += milliseconds;
            }
            say("%s %s, kernel by kernel (%d): %.3f ms", projector, precision, spans.size(), total);
            for (Map.Entry<String, double[]> each : sums.entrySet()) {
                say(
                        "  %-40s %3.0f times %8.3f ms %5.1f %%",
                        each.getKey(), each.getValue()[1], each.getValue()[0], 100 * each.getValue()[0] / total);
            }
        }
    }

    private record Span(String name, CudaEvent begin, CudaEvent end) {}

    /** The link alone; then encoding, in turn with a file to write and without. */
    private static void encode(Vectors vectors, int dims, Path out) throws IOException {
        int inputs = vectors.dims();
        float[] weight = new float[dims * inputs];
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < weight.length; i++) {
            weight[i] = (float) random.nextGaussian();
        }
        Encoder encoder = Encoder.mlp(List.of(new Affine(weight, new float[dims])), Map.of());
        try (Gpu gpu = Gpu.open()) {
            double link = link(gpu);
            say("link, host to card, pinned: %.1f GB/s", link);
            for (int round = 0; round < 3; round++) {
                try (VectorWriter writer = VectorWriter.create(out, ElementType.F4, dims)) {
                    encode(gpu, vectors, encoder, writer, "to a file", link);
                }
                encode(gpu, vectors, encoder, new Nowhere(), "to memory", link);
            }
            Files.deleteIfExists(out);
        }
    }

    private static void encode(
            Gpu gpu, Vectors vectors, Encoder encoder, VectorWriter writer, String destination, double link)
            throws IOException {
        long begin = System.nanoTime();
        try (CudaEncoder onCard = new CudaEncoder(gpu, encoder, vectors.rows())) {
            long ready = System.nanoTime();
            onCard.encode(vectors, writer, ProgressListener.SILENT);
            long done = System.nanoTime();
            writer.finish();
            double rate = (double) vectors.rows() * vectors.dims() * Float.BYTES / (done - ready);
            say(
                    "encoding %,d x %d to %d, %s: %.3f s after %.2f s of making ready, %.1f GB/s, %.0f %% of the link",
                    vectors.rows(),
                    vectors.dims(),
                    encoder.outputDims(),
                    destination,
                    (done - ready) / 1e9,
                    (ready - begin) / 1e9,
                    rate,
                    100 * rate / link);
        }
    }

    /** Rows have come back to memory; nobody wants them. */
    private static final class Nowhere implements VectorWriter {
        @Override
        public void write(FloatBuffer rows) {}

        @Override
        public boolean writesInPlace() {
            return true;
        }

        @Override
        public void writeInPlace(long row, ByteBuffer floats) {}

        @Override
        public void finish() {}

        @Override
        public void close() {}
    }

    private static double link(Gpu gpu) {
        long bytes = 256L << 20;
        MemorySegment from = gpu.allocatePinned(bytes);
        long to = gpu.allocate(bytes);
        gpu.upload(to, from, bytes);
        gpu.await();
        long begin = System.nanoTime();
        for (int i = 0; i < 32; i++) {
            gpu.upload(to, from, bytes);
        }
        gpu.await();
        double rate = 32.0 * bytes / (System.nanoTime() - begin);
        gpu.free(to);
        gpu.freePinned(from);
        return rate;
    }

    /** The default recipe as it comes, with the seconds at which its stages begin and end to report. */
    private static void fit(Vectors vectors, int dims, String nested) throws IOException {
        long begin = System.nanoTime();
        Timed timed = new Timed() {
            @Override
            public void progress(Progress progress) {
                if (progress.done() == progress.total() || progress.done() <= 1) {
                    double seconds = (System.nanoTime() - begin) / 1e9;
                    say("%8.2f s %s %,d of %,d", seconds, progress.stage(), progress.done(), progress.total());
                }
            }
        };
        Tldr.builder()
                .dims(dims)
                .set(Settings.NESTED, nested)
                .device(DeviceChoice.CUDA)
                .listener(timed)
                .fit(vectors);
        double seconds = (System.nanoTime() - begin) / 1e9;
        say(
                "default fit of %,d x %d to %d, nested %s: %.2f s in all, %.3f ms a step (median of %d groups)",
                vectors.rows(), vectors.dims(), dims, nested, seconds, timed.medianMilliseconds(), timed.groups.size());
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Learns an encoder from vectors: the front door.
 *
 * <pre>{@code
 * try (Vectors vectors = Vectors.open(Path.of("docs.npy"))) {
 *     Encoder encoder = Tldr.builder().dims(64).fit(vectors);
 *     encoder.save(Path.of("docs-64.safetensors"));
 * }
 * }</pre>
 *
 * The same vectors, settings, seed and number of threads give the same encoder, bit for bit.
 */
public final class Tldr {
    private final Settings settings;
    private final NeighborGraph graph;
    private final ProgressListener listener;

    private Tldr(Settings settings, NeighborGraph graph, ProgressListener listener) {
        this.settings = settings;
        this.graph = graph;
        this.listener = listener;
    }

    public static Builder builder() {
        return new Builder();
    }

    private Encoder fit(Vectors given) {
        Vectors vectors = settings.sample() > 0 && settings.sample() < given.rows()
                ? given.select(RandomRows.draw(given.rows(), settings.sample(), settings.seed()))
                : given;
        NeighborGraph neighbors = neighbors(vectors);
        double[] mean;
        float[] coordinates;
        if (settings.start() == Start.PCA) {
            Pca pca = Pca.fit(vectors, settings.threads(), listener);
            requireDirections(vectors, pca);
            mean = pca.mean();
            coordinates = pca.scaledComponents(pca.rank(), settings.whitening());
            bringToUnitVariance(coordinates, pca.variances()[0]);
        } else {
            try (Workers workers = new Workers(settings.threads())) {
                mean = ColumnMeans.of(vectors, workers, listener);
            }
            coordinates = null;
        }
        try (Backend backend = new CpuBackend(settings.threads())) {
            Training.Outcome outcome = training(vectors).run(backend, vectors, neighbors, mean, coordinates, listener);
            return encoder(outcome.layers(), metadata(vectors, outcome));
        }
    }

    private static Encoder encoder(List<Affine> layers, Map<String, String> metadata) {
        if (layers.size() > 1) {
            return Encoder.mlp(layers, metadata);
        }
        return Encoder.affine(layers.get(0).weight(), layers.get(0).bias(), metadata);
    }

    private NeighborGraph neighbors(Vectors vectors) {
        if (graph == null) {
            return new ExactSearch(settings.metric(), settings.threads())
                    .graph(vectors, settings.neighbors(), listener);
        }
        if (graph.rows() != vectors.rows()) {
            throw new InvalidInputException(graph.name() + " has the neighbours of " + graph.rows() + " rows, but "
                    + vectors.name() + " has " + vectors.rows()
                    + (settings.sample() > 0
                            ? " after sampling; leave out one of the two"
                            : "; build it from this file"));
        }
        if (graph.k() < settings.neighbors()) {
            throw new InvalidInputException(graph.name() + " has " + graph.k() + " neighbours a row, fewer than the "
                    + settings.neighbors() + " asked for");
        }
        return graph;
    }

    private void requireDirections(Vectors vectors, Pca pca) {
        if (pca.rank() == 0) {
            throw new InvalidInputException(vectors.name() + ": all rows are the same; there is nothing to learn");
        }
        if (settings.encoder().isLinear() && pca.rank() < settings.dims()) {
            throw new InvalidInputException(vectors.name() + ": the vectors vary in " + pca.rank()
                    + " directions only; ask for at most that many dimensions, not " + settings.dims());
        }
    }

    /** Makes the first coordinate's variance 1, so that learning does not depend on the unit of the vectors. */
    private void bringToUnitVariance(float[] coordinates, double largestVariance) {
        float factor = (float) Math.pow(largestVariance, (settings.whitening() - 1) / 2);
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] *= factor;
        }
    }

    private Training training(Vectors vectors) {
        if (vectors.rows() < settings.wantedBatchSize()) {
            listener.note(vectors.name() + " has " + vectors.rows() + " rows, fewer than a batch of "
                    + settings.wantedBatchSize() + ": training with batches of " + settings.batchSize());
        }
        return new Training(
                settings.encoder(),
                settings.dims(),
                settings.neighbors(),
                settings.projector(),
                settings.optimizer(),
                settings.learningRate(),
                settings.encoderPace(),
                settings.lambda(),
                settings.lossScale(),
                settings.steps(),
                settings.batchSize(),
                settings.seed());
    }

    private Map<String, String> metadata(Vectors vectors, Training.Outcome outcome) {
        Map<String, String> metadata = settings.describe();
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", "tldr");
        metadata.put("final_loss", Double.toString(outcome.loss()));
        metadata.put("normalize", Boolean.toString(settings.metric() == Metric.COSINE));
        return metadata;
    }

    /** What to learn and how. Every setting but {@link #dims} may be left out; the {@link Recipe} then gives its value. */
    public static final class Builder {
        private final Settings.Given given = new Settings.Given();
        private NeighborGraph graph;
        private ProgressListener listener = ProgressListener.SILENT;
        private BooleanSupplier cancelled = () -> false;

        private Builder() {}

        /** The length of the encoder's outputs: at least 1, less than that of its inputs. Required. */
        public Builder dims(int dims) {
            given.dims = dims;
            return this;
        }

        /** Where the values come from that are not set here. */
        public Builder recipe(Recipe recipe) {
            given.recipe = recipe;
            return this;
        }

        /** How many nearest neighbours of a row may become its twin. */
        public Builder neighbors(int k) {
            given.neighbors = k;
            return this;
        }

        /** What "near" means for neighbours. With cosine, the encoder's outputs are brought to length 1. */
        public Builder metric(Metric metric) {
            given.metric = metric;
            return this;
        }

        /** Neighbours that were found before, of the same rows in the same order. */
        public Builder graph(NeighborGraph graph) {
            this.graph = graph;
            return this;
        }

        /** What the encoder is made of: {@code linear}, {@code flinear-LAYERS-WIDTH} or {@code mlp-LAYERS-WIDTH}. */
        public Builder encoder(String encoder) {
            given.encoder = encoder;
            return this;
        }

        /** What stands between encoder and loss: {@code none} or {@code mlp-LAYERS-WIDTH}. */
        public Builder projector(String projector) {
            given.projector = projector;
            return this;
        }

        public Builder optimizer(OptimizerKind optimizer) {
            given.optimizer = optimizer;
            return this;
        }

        public Builder start(Start start) {
            given.start = start;
            return this;
        }

        /** With a PCA start: the power of the standard deviations by which the coordinates are divided, 0 to 1. */
        public Builder whitening(double power) {
            given.whitening = power;
            return this;
        }

        /** The weight of decorrelation in the loss. */
        public Builder lambda(double lambda) {
            given.lambda = lambda;
            return this;
        }

        /** The peak learning rate of the projector. */
        public Builder learningRate(double rate) {
            given.learningRate = rate;
            return this;
        }

        /** How many times the learning rate of the projector the encoder follows. */
        public Builder encoderPace(double pace) {
            given.encoderPace = pace;
            return this;
        }

        /** How often every row comes up; the length of training in another unit than {@link #steps}. */
        public Builder epochs(int epochs) {
            given.epochs = epochs;
            return this;
        }

        /** How many batches are learned from. */
        public Builder steps(int steps) {
            given.steps = steps;
            return this;
        }

        /** How many pairs make a step; all rows where there are fewer. */
        public Builder batchSize(int batchSize) {
            given.batchSize = batchSize;
            return this;
        }

        public Builder seed(long seed) {
            given.seed = seed;
            return this;
        }

        /** How many threads work; all processors unless told. */
        public Builder threads(int threads) {
            given.threads = threads;
            return this;
        }

        /** Learns on this many rows, drawn at random; on all of them unless told. */
        public Builder sample(int rows) {
            given.sample = rows;
            return this;
        }

        public Builder listener(ProgressListener listener) {
            this.listener = listener;
            return this;
        }

        /** Asked every step or block; once it says true, {@link #fit} ends with a {@link CancellationException}. */
        public Builder cancelWhen(BooleanSupplier cancelled) {
            this.cancelled = cancelled;
            return this;
        }

        /**
         * Learns.
         *
         * @throws InvalidInputException when a setting or a row is wrong; says which and what to do
         * @throws CancellationException when cancelled
         * @throws IllegalStateException when the loss stops being finite
         */
        public Encoder fit(Vectors vectors) {
            Settings settings = given.resolve(vectors, graph);
            return new Tldr(settings, graph, new CancellingListener(listener, cancelled)).fit(vectors);
        }
    }

    /** Ends the work from within its own reports. */
    private record CancellingListener(ProgressListener listener, BooleanSupplier cancelled)
            implements ProgressListener {
        @Override
        public void progress(Progress progress) {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("cancelled while " + progress.stage());
            }
            listener.progress(progress);
        }

        @Override
        public void note(String message) {
            listener.note(message);
        }
    }
}

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
import dev.tldr4j.learn.training.CheckpointFolder;
import dev.tldr4j.learn.training.Checkpoints;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final IntRows labels;
    private final Checkpoint checkpoint;
    private final ProgressListener listener;

    /** Where to keep states of the fit, whether to go on from one, and how often to save one. */
    private record Checkpoint(Path folder, boolean resume, Duration every) {}

    private Tldr(
            Settings settings, NeighborGraph graph, IntRows labels, Checkpoint checkpoint, ProgressListener listener) {
        this.settings = settings;
        this.graph = graph;
        this.labels = labels;
        this.checkpoint = checkpoint;
        this.listener = listener;
    }

    public static Builder builder() {
        return new Builder();
    }

    private Encoder fit(Vectors given) throws IOException {
        Vectors vectors = given;
        IntRows ownLabels = labels;
        if (settings.sample() > 0 && settings.sample() < given.rows()) {
            int[] chosen = RandomRows.draw(given.rows(), settings.sample(), settings.seed());
            vectors = given.select(chosen);
            ownLabels = labels == null ? null : select(labels, chosen);
        }
        CheckpointFolder folder = checkpoint == null
                ? null
                : CheckpointFolder.open(checkpoint.folder, identity(vectors), checkpoint.resume);
        NeighborGraph neighbors = settings.pairs() == PairKind.NEIGHBORS ? neighbors(vectors, folder) : null;
        Basis basis = basis(vectors);
        double deviation = deviation(vectors, basis.mean);
        if (deviation == 0) {
            throw new InvalidInputException(vectors.name() + ": all rows are the same; there is nothing to learn");
        }
        Twins twins = neighbors == null
                ? Twins.gaussian(vectors.rows(), settings.noise() * deviation)
                : twins(vectors, neighbors, ownLabels);
        Training training = training(vectors, twins);
        TwinSource pairs = new TwinSource(vectors, basis.mean, deviation, twins, training.batchSize(), settings.seed());
        try (Backend backend = new CpuBackend(settings.threads())) {
            Checkpoints checkpoints = folder == null ? null : new Checkpoints(folder, checkpoint.every);
            Training.Outcome outcome =
                    training.run(backend, pairs, basis.mean, basis.coordinates, checkpoints, listener);
            Encoder encoder = encoder(outcome.layers(), metadata(vectors, twins, outcome));
            noteCollapse(encoder, vectors);
            return encoder;
        }
    }

    private void noteCollapse(Encoder encoder, Vectors vectors) {
        int collapsed = CollapsedOutputs.count(encoder, vectors);
        if (collapsed > 0) {
            listener.note(collapsed + " of " + encoder.outputDims()
                    + " outputs are the same for all rows and tell nothing; ask for fewer dimensions, or another loss");
        }
    }

    /** What inputs are seen in: their mean, and the coordinates in which the encoder is learned, if any. */
    private record Basis(double[] mean, float[] coordinates) {}

    private Basis basis(Vectors vectors) {
        if (settings.start() == Start.RANDOM) {
            try (Workers workers = new Workers(settings.threads())) {
                return new Basis(ColumnMeans.of(vectors, workers, listener), null);
            }
        }
        Pca pca = Pca.fit(vectors, settings.threads(), listener);
        requireDirections(vectors, pca);
        float[] coordinates = pca.scaledComponents(pca.rank(), settings.whitening());
        bringToUnitVariance(coordinates, pca.variances()[0]);
        return new Basis(pca.mean(), coordinates);
    }

    /** The root of the mean variance of the dimensions, over rows spread evenly. */
    private static double deviation(Vectors vectors, double[] mean) {
        int samples = Math.min(vectors.rows(), 4096);
        float[] row = new float[vectors.dims()];
        double squares = 0;
        for (int i = 0; i < samples; i++) {
            vectors.read((int) ((long) i * vectors.rows() / samples), 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                squares += (row[j] - mean[j]) * (row[j] - mean[j]);
            }
        }
        return Math.sqrt(squares / samples / row.length);
    }

    private Twins twins(Vectors vectors, NeighborGraph neighbors, IntRows ownLabels) {
        if (ownLabels == null) {
            return Twins.neighbors(neighbors, settings.neighbors());
        }
        Twins twins = Twins.neighborsOfOneLabel(neighbors, settings.neighbors(), ownLabels);
        if (twins.rows() < 2) {
            throw new InvalidInputException(ownLabels.name() + ": no row of " + vectors.name()
                    + " has a neighbour of its own label; ask for more neighbours, or leave out the labels");
        }
        if (twins.rows() < vectors.rows()) {
            listener.note((vectors.rows() - twins.rows()) + " of " + vectors.rows()
                    + " rows have no neighbour of their own label and are left out");
        }
        return twins;
    }

    private static IntRows select(IntRows labels, int[] rows) {
        int[] selected = new int[rows.length];
        Arrays.setAll(selected, i -> labels.values()[rows[i]]);
        return new IntRows(labels.name(), rows.length, 1, selected);
    }

    private static Encoder encoder(List<Affine> layers, Map<String, String> metadata) {
        if (layers.size() > 1) {
            return Encoder.mlp(layers, metadata);
        }
        return Encoder.affine(layers.get(0).weight(), layers.get(0).bias(), metadata);
    }

    /** What tells this fit from others: a checkpoint of another one must not be gone on with. */
    private Map<String, String> identity(Vectors vectors) {
        Map<String, String> identity = settings.describe();
        identity.putAll(Provenance.of(vectors));
        identity.put("graph", graph == null ? "searched" : graph.fingerprint());
        identity.put("labels", labels == null ? "none" : Integer.toHexString(Arrays.hashCode(labels.values())));
        return identity;
    }

    private NeighborGraph neighbors(Vectors vectors, CheckpointFolder folder) throws IOException {
        if (graph == null) {
            Optional<NeighborGraph> found = folder == null ? Optional.empty() : folder.graph();
            if (found.isPresent()) {
                return found.get();
            }
            NeighborGraph searched = new ExactSearch(settings.metric(), settings.threads())
                    .graph(vectors, settings.neighbors(), listener);
            if (folder != null) {
                folder.saveGraph(searched);
            }
            return searched;
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

    private Training training(Vectors vectors, Twins twins) {
        if (vectors.rows() < settings.wantedBatchSize()) {
            listener.note(vectors.name() + " has " + vectors.rows() + " rows, fewer than a batch of "
                    + settings.wantedBatchSize() + ": training with batches of " + settings.batchSize());
        }
        return new Training(
                settings.encoder(),
                settings.dims(),
                settings.projector(),
                settings.optimizer(),
                settings.learningRate(),
                settings.encoderPace(),
                settings.loss(),
                settings.steps(),
                Math.min(settings.batchSize(), twins.rows()),
                settings.seed());
    }

    private Map<String, String> metadata(Vectors vectors, Twins twins, Training.Outcome outcome) {
        Map<String, String> metadata = settings.describe();
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", "tldr");
        if (labels != null) {
            metadata.put("rows_with_twins", Integer.toString(twins.rows()));
        }
        metadata.put("final_loss", Double.toString(outcome.loss()));
        metadata.put("normalize", Boolean.toString(settings.metric() == Metric.COSINE));
        return metadata;
    }

    /** What to learn and how. Every setting but {@link #dims} may be left out; the {@link Recipe} then gives its value. */
    public static final class Builder {
        private final Settings.Given given = new Settings.Given();
        private NeighborGraph graph;
        private IntRows labels;
        private Path folder;
        private boolean resume;
        private Duration every = Duration.ofMinutes(5);
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

        /**
         * An oracle, to see what better neighbours would give: only neighbours of a row's own label become its twins. One
         * label for each row; rows without such a neighbour are left out.
         */
        public Builder labels(IntRows labels) {
            this.labels = labels;
            return this;
        }

        /** What makes twins: neighbours, or noise. */
        public Builder pairs(PairKind pairs) {
            given.pairs = pairs;
            return this;
        }

        /** With Gaussian pairs: the noise's standard deviation, as a multiple of that of the vectors' numbers. */
        public Builder noise(double scale) {
            given.noise = scale;
            return this;
        }

        public Builder loss(LossKind loss) {
            given.loss = loss;
            return this;
        }

        /** With the contrastive loss: how far apart others shall be. */
        public Builder margin(double margin) {
            given.margin = margin;
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

        /**
         * Keeps the state of the fit in a folder, every five minutes and when it is cancelled. Without {@link #resume} the
         * folder must be empty or not there.
         */
        public Builder checkpoint(Path folder) {
            this.folder = folder;
            return this;
        }

        /** How long training goes on between two checkpoints. */
        public Builder checkpointEvery(Duration every) {
            this.every = every;
            return this;
        }

        /**
         * Goes on from the newest checkpoint, if there is one, and ends in the same encoder, bit for bit, as a fit that was
         * never interrupted. A checkpoint of other data or settings is refused.
         */
        public Builder resume(boolean resume) {
            this.resume = resume;
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
         * @throws IOException when a checkpoint cannot be read or written
         */
        public Encoder fit(Vectors vectors) throws IOException {
            Settings settings = given.resolve(vectors, graph, labels);
            Checkpoint checkpoint = folder == null ? null : new Checkpoint(folder, resume, every);
            if (folder == null && resume) {
                throw new InvalidInputException("say which folder of checkpoints to resume from");
            }
            return new Tldr(settings, graph, labels, checkpoint, new CancellingListener(listener, cancelled))
                    .fit(vectors);
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

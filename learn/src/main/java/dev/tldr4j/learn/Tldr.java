package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * The same vectors, settings, seed and number of threads give the same encoder, bit for bit, on the same kernels ({@link
 * Blas#kernels}).
 */
public final class Tldr {
    private Tldr() {}

    /** The default recipe, until told otherwise. */
    public static Builder builder() {
        return new Builder();
    }

    /** What to learn and how. Every setting but {@link #dims} may be left out; the {@link Recipe} then gives its value. */
    public static final class Builder {
        private final FitOptions given = new FitOptions();
        private NeighborGraph graph;
        private Pca pca;
        private NeighborWhitening neighborWhitening;
        private IntRows labels;
        private Vectors queries;
        private Encoder from;
        private Path fromProjector;
        private Path keptProjector;
        private Validation validation;
        private Path folder;
        private boolean resume;
        private Duration every = Duration.ofMinutes(5);
        private ProgressListener listener = ProgressListener.SILENT;
        private BooleanSupplier cancelled = () -> false;

        private Builder() {}

        /**
         * Gives any of the {@link Settings}; those that are used most have a method of their own, too.
         *
         * @throws InvalidInputException when the value is out of the setting's range
         */
        public <T> Builder set(Setting<T> setting, T value) {
            given.set(setting, value);
            return this;
        }

        /** The length of the encoder's outputs: at least 1, less than that of its inputs. Required. */
        public Builder dims(int dims) {
            return set(Settings.DIMS, dims);
        }

        /** Turns the outputs for a search engine that stores each number in so many bits: 1, 2, 4 or 8. */
        public Builder bits(int bits) {
            return set(Settings.BITS, bits);
        }

        /**
         * Instead of {@link #dims} and {@link #bits}: what a vector may take in memory. Fits an encoder for each number of bits, and
         * gives the one by which held-out rows find most.
         */
        public Builder bytes(int bytes) {
            return set(Settings.BYTES, bytes);
        }

        /** Where the values come from that are not set here. */
        public Builder recipe(Recipe recipe) {
            return set(Settings.RECIPE, recipe);
        }

        /** How many nearest neighbours of a row may become its twin. */
        public Builder neighbors(int k) {
            return set(Settings.NEIGHBORS, k);
        }

        /**
         * What "near" means: cosine by the default recipe, Euclidean by the paper's. With cosine, the encoder's outputs are brought
         * to length 1. The default recipe looks for neighbours by cosine in its whitened space, whatever this says.
         */
        public Builder metric(Metric metric) {
            return set(Settings.METRIC, metric);
        }

        /**
         * Neighbours that were found before, of the same rows in the same order. Those that a fit would find by itself are
         * nearest in the whitened space, where {@link #whitensNeighbors}.
         */
        public Builder graph(NeighborGraph graph) {
            this.graph = graph;
            return this;
        }

        /**
         * Whether neighbours that are not given are looked for in the whitened space of {@link NeighborWhitening}: by the
         * default recipe, unless another whitening is given.
         */
        public boolean whitensNeighbors() {
            return given.whitensNeighbors();
        }

        /** How many neighbours of a row a fit looks for, where there are enough rows. */
        public int usualNeighbors() {
            return given.usualNeighbors();
        }

        /**
         * The principal components of the vectors, if they are known already; null, the default, finds them. Those of other
         * vectors, or of more than are learned from, are not used.
         */
        public Builder pca(Pca pca) {
            this.pca = pca;
            return this;
        }

        /**
         * The whitening of the vectors by their neighbours, if it is known already, for a fit that {@link #whitensNeighbors}; null,
         * the default, finds it. That of other vectors, or of more than are learned from, is not used.
         */
        public Builder neighborWhitening(NeighborWhitening whitening) {
            this.neighborWhitening = whitening;
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

        /**
         * Sample queries, where they differ from the documents that the vectors are: a few hundred, without judgments. A quarter
         * of a batch's anchors are queries then, which learn to keep the documents nearest to them. For the neighbourhood loss
         * alone, the default recipe's.
         */
        public Builder queries(Vectors queries) {
            this.queries = queries;
            return this;
        }

        /** What training makes small; a loss of the paper's recipe takes all of that recipe, unless another is given. */
        public Builder loss(LossKind loss) {
            return set(Settings.LOSS, loss);
        }

        /** What the encoder is made of: {@code linear}, {@code flinear-LAYERS-WIDTH} or {@code mlp-LAYERS-WIDTH}. */
        public Builder encoder(String encoder) {
            return set(Settings.ENCODER, encoder);
        }

        /** What stands between encoder and loss: {@code none}, {@code linear} or {@code mlp-LAYERS-WIDTH}. */
        public Builder projector(String projector) {
            return set(Settings.PROJECTOR, projector);
        }

        /** How often every row comes up, instead of {@link #steps}. */
        public Builder epochs(int epochs) {
            return set(Settings.EPOCHS, epochs);
        }

        /** How many batches are learned from. */
        public Builder steps(int steps) {
            return set(Settings.STEPS, steps);
        }

        /** How many pairs make a step; all rows where there are fewer. */
        public Builder batchSize(int batchSize) {
            return set(Settings.BATCH_SIZE, batchSize);
        }

        /** Decides on all that is drawn: rows, batches, weights. 0 unless told. */
        public Builder seed(long seed) {
            return set(Settings.SEED, seed);
        }

        /** Where training computes; on the CPU unless told. */
        public Builder device(DeviceChoice device) {
            return set(Settings.DEVICE, device);
        }

        /** How many threads work; all processors unless told. */
        public Builder threads(int threads) {
            return set(Settings.THREADS, threads);
        }

        /** Learns on this many rows, drawn at random; on all of them unless told. */
        public Builder sample(int rows) {
            return set(Settings.SAMPLE, rows);
        }

        /**
         * Whether rows that are held out, a tenth and at most 1000, choose between what was learned, its start, half of the way
         * and PCA. They do in the default recipe for linear encoders, from 500 rows on.
         */
        public Builder fallback(Fallback fallback) {
            return set(Settings.FALLBACK, fallback);
        }

        /**
         * Does not learn from this many rows, drawn at random, and measures on them, some twenty times, how many of their
         * nearest neighbours the encoder keeps; the {@link ProgressListener} hears of it.
         */
        public Builder holdOut(int rows) {
            return set(Settings.HOLD_OUT, rows);
        }

        /** Measures this, some twenty times, instead of the neighbours of held-out rows. */
        public Builder validation(Validation validation) {
            this.validation = validation;
            return this;
        }

        /**
         * Gives the encoder with the best score, be it the start's, and ends training once a quarter of the planned steps have
         * brought no better one. Without a {@link #validation}, and unless told how many, a tenth of the rows, at most 1000,
         * are held out to measure on.
         */
        public Builder earlyStop(boolean stop) {
            return set(Settings.EARLY_STOP, stop);
        }

        /** A warm start from an encoder that was learned before, most often on fewer or older vectors. */
        public Builder from(Encoder encoder) {
            this.from = encoder;
            return this;
        }

        /** The projector that was kept with that encoder; without it, a new one has to be learned first. */
        public Builder fromProjector(Path file) {
            this.fromProjector = file;
            return this;
        }

        /** Saves the projector, as it is at the end of training, for a later warm start. */
        public Builder keepProjector(Path file) {
            this.keptProjector = file;
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
         * Continues from the newest checkpoint, if there is one, and ends in the same encoder, bit for bit, as a fit that was
         * never interrupted. A checkpoint of other data or settings, or on other kernels, is refused.
         */
        public Builder resume(boolean resume) {
            this.resume = resume;
            return this;
        }

        /** Hears how far the fit is, and what a user should know of it. */
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
         * @throws IOException when a checkpoint or projector cannot be read or written
         */
        public Encoder fit(Vectors vectors) throws IOException {
            return run(vectors).encoder();
        }

        /** The same, with the scores of all candidates, the times and what training left. */
        public FitResult run(Vectors given) throws IOException {
            Fit.Known known = new Fit.Known(pca, neighborWhitening);
            List<ByteBudget.Way> ways = this.given.ways(given.dims());
            return ways.isEmpty()
                    ? run(given, this.given, known, folder)
                    : new BudgetFit(ways, listener)
                            .run(way -> run(
                                    given,
                                    this.given.spent(way),
                                    known,
                                    folder == null ? null : folder.resolve(way.dims() + "x" + way.bits())));
        }

        private FitResult run(Vectors given, FitOptions options, Fit.Known known, Path folder) throws IOException {
            WarmStart warmStart = WarmStart.of(from, fromProjector);
            FitPlan settings = options.resolve(given, graph, labels, warmStart, validation != null);
            requireProjector(settings, given.dims());
            if (folder == null && resume) {
                throw new InvalidInputException("say which folder of checkpoints to resume from");
            }
            if (queries != null) {
                QuerySample.requireFits(queries, given, settings);
            }
            Vectors vectors = given;
            IntRows ownLabels = labels;
            if (settings.sample() > 0 && settings.sample() < given.rows()) {
                int[] chosen = RandomRows.draw(given.rows(), settings.sample(), settings.seed());
                vectors = given.select(chosen);
                ownLabels = labels == null ? null : labels.select(chosen);
            }
            LocalExecutor.Inputs inputs = new LocalExecutor.Inputs(vectors, graph, ownLabels, queries, validation);
            ProgressListener watched = new CancellingListener(listener, cancelled);
            try (LocalExecutor executor = new LocalExecutor(
                    settings,
                    inputs,
                    known,
                    folder == null ? null : new LocalExecutor.Checkpoint(folder, resume, every),
                    FitIdentity.of(settings, inputs, warmStart),
                    keptProjector,
                    watched)) {
                return fit(settings, known, warmStart, watched).run(executor, executor.device());
            }
        }

        /** Learns where the rows are, such as on a cluster; the rows held out only choose what to give. */
        public FitResult run(FitExecutor executor) throws IOException {
            FitPlan.require(
                    given.ways(executor.sample().dims()).isEmpty(),
                    "a fit on several machines takes dims and bits, not bytes");
            FitPlan settings = given.resolve(executor.sample(), null, null, null, false);
            if (settings.heldOut() > 0 && !settings.selects()) {
                throw new InvalidInputException(
                        "a fit on several machines holds no rows out to measure on while it trains; leave out hold-out and"
                                + " early stop");
            }
            Fit.Known known = new Fit.Known(pca, neighborWhitening);
            return fit(settings, known, null, new CancellingListener(listener, cancelled))
                    .run(executor, null);
        }

        private Fit fit(FitPlan settings, Fit.Known known, WarmStart warmStart, ProgressListener watched) {
            return new Fit(settings, known, warmStart, keptProjector != null, watched);
        }

        private void requireProjector(FitPlan settings, int inputs) {
            if (keptProjector != null && settings.projector().width() == 0) {
                throw new InvalidInputException("there is no projector to keep: projector is none");
            }
            if (keptProjector != null) {
                int outputs = Training.outputs(settings.loss().kind(), settings.projector(), settings.dims(), inputs);
                ProjectorFile.requireKeepable(settings.projector(), settings.dims(), outputs);
            }
        }
    }
}

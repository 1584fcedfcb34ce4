package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

        /**
         * What "near" means: cosine by the default recipe, Euclidean by the paper's. With cosine, the encoder's outputs are brought
         * to length 1. The default recipe looks for neighbours by cosine in its whitened space, whatever this says.
         */
        public Builder metric(Metric metric) {
            given.metric = metric;
            return this;
        }

        /** How neighbours are searched for. */
        public Builder search(SearchMethod search) {
            given.search = search;
            return this;
        }

        /** The share of the true neighbours that is enough; 1 searches exactly. */
        public Builder recall(double recall) {
            given.recall = recall;
            return this;
        }

        /** With a search by product quantization: how many bytes a row's code has. */
        public Builder searchBytes(int bytes) {
            given.searchBytes = bytes;
            return this;
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
         * Whether neighbours that are not given are looked for in the whitened space of {@link NeighborWhitening}: by the default recipe, unless another whitening is given.
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

        /** What training makes small; the Barlow Twins loss unless told. */
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

        /** What stands between encoder and loss: {@code none}, {@code linear} or {@code mlp-LAYERS-WIDTH}. */
        public Builder projector(String projector) {
            given.projector = projector;
            return this;
        }

        /** How weights follow gradients. */
        public Builder optimizer(OptimizerKind optimizer) {
            given.optimizer = optimizer;
            return this;
        }

        /** Where the encoder starts; not with {@link #from}, which is a start itself. */
        public Builder start(Initialization start) {
            given.start = start;
            return this;
        }

        /**
         * Learn in the coordinates of the principal components, divided by this power of their standard deviations, 0 to 1.
         * Without it, a linear encoder learns with 1 and small directions left smaller, and a random start on the vectors as
         * they are.
         */
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

        /** The part of all steps over which the learning rate rises to its peak. */
        public Builder warmUp(double part) {
            given.warmUp = part;
            return this;
        }

        /** The part of the peak to which the learning rate falls at the end. */
        public Builder finalRate(double part) {
            given.finalRate = part;
            return this;
        }

        /** With LARS. */
        public Builder momentum(double momentum) {
            given.momentum = momentum;
            return this;
        }

        /** With LARS: of weights, not of batch-norm's scale and shift. */
        public Builder weightDecay(double decay) {
            given.weightDecay = decay;
            return this;
        }

        /** With LARS: the part of its length that a weight may move in a step at learning rate 1. */
        public Builder trust(double trust) {
            given.trust = trust;
            return this;
        }

        /** With LARS: how many times the learning rate batch-norm's scale and shift follow. */
        public Builder normPace(double pace) {
            given.normPace = pace;
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

        /** Decides on all that is drawn: rows, batches, weights. 0 unless told. */
        public Builder seed(long seed) {
            given.seed = seed;
            return this;
        }

        /** Where training computes; on the CPU unless told. */
        public Builder device(DeviceChoice device) {
            given.device = device;
            return this;
        }

        /** In which form an NVIDIA card reads the numbers of large products; bfloat16 unless told. The CPU reads floats. */
        public Builder precision(Precision precision) {
            given.precision = precision;
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
         * What to give where training made nothing better of the PCA it started at. To see which is better, some rows are not
         * learned from, a tenth and at most 1000: the better encoder keeps more of their nearest neighbours. PCA is the
         * default of the default recipe for linear encoders, the Barlow Twins loss and neighbours as twins.
         */
        public Builder fallback(Fallback fallback) {
            given.fallback = fallback;
            return this;
        }

        /**
         * Does not learn from this many rows, drawn at random, and measures on them, some twenty times, how many of their
         * nearest neighbours the encoder keeps; the {@link ProgressListener} hears of it.
         */
        public Builder holdOut(int rows) {
            given.heldOut = rows;
            return this;
        }

        /** Measures this, some twenty times, instead of the neighbours of held-out rows. */
        public Builder validation(Validation validation) {
            this.validation = validation;
            return this;
        }

        /**
         * Gives the encoder with the best figure, be it the start's, and ends training once a quarter of the planned steps have
         * brought no better one. Without a {@link #validation}, and unless told how many, a tenth of the rows, at most 1000,
         * are held out to measure on.
         */
        public Builder earlyStop(boolean stop) {
            given.earlyStop = stop;
            return this;
        }

        /** Goes on from an encoder that was learned before, most often on fewer or older vectors. */
        public Builder from(Encoder encoder) {
            this.from = encoder;
            return this;
        }

        /** The projector that was kept with that encoder; without it, a new one has to be learned first. */
        public Builder fromProjector(Path file) {
            this.fromProjector = file;
            return this;
        }

        /** Saves the projector, as it is at the end of training, to go on from later. */
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
         * Goes on from the newest checkpoint, if there is one, and ends in the same encoder, bit for bit, as a fit that was
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
            WarmStart warmStart = warmStart();
            FitPlan settings = this.given.resolve(given, graph, labels, warmStart, validation != null);
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
                    folder == null ? null : new LocalExecutor.Checkpoint(folder, resume, every),
                    FitIdentity.of(settings, inputs, warmStart),
                    keptProjector,
                    watched)) {
                return fit(settings, warmStart, watched).run(executor, executor.device());
            }
        }

        /** Learns where the rows are, such as on a cluster; the rows held out only choose what to give. */
        public FitResult run(FitExecutor executor) throws IOException {
            FitPlan settings = given.resolve(executor.sample(), null, null, null, false);
            if (settings.heldOut() > 0 && !settings.selects()) {
                throw new InvalidInputException(
                        "a fit on several machines holds no rows out to measure on while it trains; leave out hold-out and"
                                + " early stop");
            }
            return fit(settings, null, new CancellingListener(listener, cancelled))
                    .run(executor, null);
        }

        private Fit fit(FitPlan settings, WarmStart warmStart, ProgressListener watched) {
            Fit.Known known = new Fit.Known(pca, neighborWhitening);
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

        private WarmStart warmStart() throws IOException {
            if (from == null && fromProjector != null) {
                throw new InvalidInputException(
                        fromProjector + ": a projector goes with the encoder it was learned with; give that too");
            }
            return from == null
                    ? null
                    : new WarmStart(from, fromProjector == null ? null : ProjectorFile.load(fromProjector));
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
        public void trained(TrainingReport report) {
            listener.trained(report);
        }

        @Override
        public void note(String message) {
            listener.note(message);
        }
    }
}

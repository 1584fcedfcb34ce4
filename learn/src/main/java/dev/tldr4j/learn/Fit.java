package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitExecutor.Trained;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.bits.QuantizationRotation;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.network.InitialLayers;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.DefaultRecipe;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.Whitening;
import dev.tldr4j.learn.selection.Candidates;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.learn.space.Space;
import dev.tldr4j.learn.space.Temperature;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One fit from beginning to end, the same on one machine, on a GPU and on a cluster: space, training, selection. */
final class Fit {
    private final FitPlan settings;
    private final Known known;
    /** Or null. */
    private final WarmStart from;

    private final boolean keepProjector;
    private final ProgressListener listener;
    private final FitNotes notes;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    /** Null until it is needed. */
    private ModelSelection selecting;

    /** What is known of the vectors, beforehand or by an earlier fit, each of which may be null. */
    static final class Known {
        private Pca pca;
        private NeighborWhitening whitening;
        private NeighborSearch.Found neighbors;
        /** The score of full vectors in the bytes that are given. */
        private OptionalDouble full;

        Known(Pca pca, NeighborWhitening whitening) {
            this.pca = pca;
            this.whitening = whitening;
        }

        NeighborSearch.Found neighbors() {
            return neighbors;
        }

        void neighbors(NeighborSearch.Found found) {
            neighbors = found;
        }
    }

    Fit(FitPlan settings, Known known, WarmStart from, boolean keepProjector, ProgressListener listener) {
        this.settings = settings;
        this.known = known;
        this.from = from;
        this.keepProjector = keepProjector;
        this.listener = listener;
        this.notes = new FitNotes(settings, listener);
    }

    /** @param device where the space is found, or null for the CPU */
    FitResult run(FitExecutor executor, OpenDevice device) throws IOException {
        Vectors sample = executor.sample();
        notes.batch(sample);
        notes.start();
        Space space = timed("space", () -> space(sample, device));
        TrainingPlan plan = plan(space, sample, executor.rows());
        Trained trained = timed("training", () -> executor.train(plan));
        Encoder learned =
                Encoder.mlp(space.fold(trained.layers()), FitMetadata.trained(plan, trained, settings.earlyStop()));
        notes.trained(trained, from);
        Optional<ModelSelection.Selected> selection = settings.selects()
                ? Optional.of(timed("selection", () -> select(space, learned, executor)))
                : Optional.empty();
        Encoder chosen = selection
                .map(selected -> selected.chosen().candidate().encoder())
                .orElse(learned);
        notes.collapse(chosen, sample);
        if (settings.bits() == 0) {
            return new FitResult(chosen, trained, selection, Optional.empty(), seconds);
        }
        Encoder turned = timed(
                "rotation",
                () -> QuantizationRotation.turned(
                        chosen, sample, settings.bits(), settings.threads(), settings.seed(), listener));
        if (selection.isEmpty()) {
            return new FitResult(turned, trained, selection, Optional.empty(), seconds);
        }
        QuantizedScores scores = timed("selection", () -> quantizedScores(turned));
        notes.quantized(scores);
        return new FitResult(
                Encoder.mlp(turned.layers(), FitMetadata.quantized(turned, scores)),
                trained,
                selection,
                Optional.of(scores),
                seconds);
    }

    /** Of the encoder as an engine has its outputs, and of full vectors in as many bytes. */
    private QuantizedScores quantizedScores(Encoder turned) throws IOException {
        if (known.full == null) {
            known.full = scoreOfFull(turned.inputDims());
        }
        return new QuantizedScores(
                new ByteBudget.Way(turned.outputDims(), settings.bits()),
                selecting.quantized(turned, settings.bits()),
                known.full);
    }

    /** With the most bits with which they fit. */
    private OptionalDouble scoreOfFull(int dims) throws IOException {
        List<Integer> bits = ByteBudget.bitsOfFull(settings.bytes(), dims);
        return bits.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(selecting.quantized(identity(dims), bits.get(0)));
    }

    private static Encoder identity(int dims) {
        float[] weight = new float[Math.multiplyExact(dims, dims)];
        for (int i = 0; i < dims; i++) {
            weight[i * dims + i] = 1;
        }
        return Encoder.affine(weight, new float[dims], Map.of("normalize", "true"));
    }

    private Space space(Vectors vectors, OpenDevice device) throws IOException {
        Whitening whitening = settings.whitening();
        if (whitening.kind() == Whitening.Kind.NONE) {
            return Space.raw(vectors, settings.threads(), listener);
        }
        if (whitening.kind() == Whitening.Kind.NEIGHBORS) {
            NeighborWhitening.requireMemory(vectors);
        }
        if (known.pca == null || !known.pca.isOf(vectors)) {
            known.pca = Pca.fit(vectors, settings.threads(), listener);
        }
        Pca pca = known.pca;
        // with hidden layers, outputs can be more than directions
        pca.requireDirections(vectors.name(), settings.encoder().isLinear() ? settings.dims() : 1);
        if (whitening.kind() == Whitening.Kind.PCA) {
            return Space.principal(pca, whitening.power());
        }
        if (known.whitening == null || !known.whitening.isOf(vectors)) {
            known.whitening = NeighborWhitening.fit(vectors, pca, settings.threads(), device, listener);
        }
        return Space.whitened(pca, known.whitening);
    }

    private TrainingPlan plan(Space space, Vectors sample, long rows) throws IOException {
        Training training = settings.training(rows, keepProjector);
        if (settings.loss().kind() == LossKind.NEIGHBORHOOD) {
            double temperature =
                    Temperature.of(sample, space.encoder().normalized(), DefaultRecipe.PERPLEXITY, settings.threads());
            training = training.withNeighborhoods(temperature, settings.prefixes());
        }
        return new TrainingPlan(
                space,
                training,
                settings.epochs(),
                start(space),
                settings.pairs(),
                space.noise(settings.noise()),
                settings.neighbors(),
                space.isWhitenedByNeighbors() ? Metric.COSINE : settings.metric(),
                settings.heldOut(),
                FitMetadata.settings(settings, from));
    }

    private InitialState start(Space space) {
        if (from != null) {
            ProjectorFile projector = from.projector();
            return new InitialState(from.layers(settings.encoder(), space), projector);
        }
        return settings.startsAtPca()
                ? new InitialState(
                        InitialLayers.of(List.of(space.first(settings.dims())), settings.encoder())
                                .orElseThrow(),
                        null)
                : InitialState.RANDOM;
    }

    /** Chooses between what was learned, its start, half of the way between the two, and PCA. */
    private ModelSelection.Selected select(Space space, Encoder learned, FitExecutor executor) throws IOException {
        Vectors heldOut = executor.heldOut();
        HeldOutSearch search = new HeldOutSearch(heldOut, executor.learned(), settings.threads(), settings.seed());
        selecting = new ModelSelection(search, space.encoder().normalized());
        Candidates candidates = new Candidates(
                space.pca(), space.fold(List.of(space.first(settings.dims()))).get(0), learned);
        List<Integer> prefixes = settings.prefixes();
        ModelSelection.Selected selected = selecting.best(
                prefixes.size() > 1 ? candidates.ofPrefixes(selecting, prefixes) : candidates.all(), prefixes);
        notes.selected(selected, heldOut.rows());
        return selected.withMetadata(FitMetadata.selected(selected, heldOut.rows()));
    }

    @FunctionalInterface
    private interface Stage<T> {
        T run() throws IOException;
    }

    private <T> T timed(String name, Stage<T> stage) throws IOException {
        long begin = System.nanoTime();
        T result = stage.run();
        seconds.put(name, (System.nanoTime() - begin) / 1e9);
        return result;
    }
}

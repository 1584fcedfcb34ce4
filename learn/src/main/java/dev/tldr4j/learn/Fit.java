package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.network.InitialLayers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.DefaultRecipe;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.selection.HeldOut;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.selection.NeighborRecall;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.learn.space.Temperature;
import dev.tldr4j.learn.training.Checkpoints;
import dev.tldr4j.learn.training.EarlyStopping;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.QueryAnchors;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One fit from beginning to end: coordinates, neighbours, pairs, training, folding. */
final class Fit {
    private final FitPlan settings;
    private final Known known;
    private final WarmStart from;
    private final Checkpoint checkpoint;
    private final Validation validation;
    private final Path keptProjector;
    private final ProgressListener listener;
    private final FitMetadata account;

    /** Where to keep states of the fit, whether to go on from one, and how often to save one. */
    record Checkpoint(Path folder, boolean resume, Duration every) {}

    /**
     * What is known of the vectors beforehand, each of which may be null.
     *
     * @param labels for the oracle
     * @param queries a sample of them
     */
    record Known(NeighborGraph graph, Pca pca, NeighborWhitening whitening, IntRows labels, Vectors queries) {}

    /**
     * All but settings, known and listener may be null.
     *
     * @param from what to go on from
     * @param validation what to measure, instead of the neighbours of held-out rows
     * @param keptProjector where to save the projector
     */
    Fit(
            FitPlan settings,
            Known known,
            WarmStart from,
            Checkpoint checkpoint,
            Validation validation,
            Path keptProjector,
            ProgressListener listener) {
        this.settings = settings;
        this.known = known;
        this.from = from;
        this.checkpoint = checkpoint;
        this.validation = validation;
        this.keptProjector = keptProjector;
        this.listener = listener;
        String figureName = validation == null ? NeighborRecall.NAME : validation.name();
        this.account = new FitMetadata(settings, from, figureName, listener);
    }

    Encoder run(Vectors given) throws IOException {
        Vectors vectors = given;
        IntRows ownLabels = known.labels;
        if (settings.sample() > 0 && settings.sample() < given.rows()) {
            int[] chosen = RandomRows.draw(given.rows(), settings.sample(), settings.seed());
            vectors = given.select(chosen);
            ownLabels = ownLabels == null ? null : ownLabels.select(chosen);
        }
        if (known.graph != null) {
            NeighborSource.requireFits(known.graph, vectors, settings);
        }
        CheckpointFolder folder = checkpoint == null
                ? null
                : CheckpointFolder.open(checkpoint.folder, identity(vectors), checkpoint.resume, GraphCheckpoint.NAMES);
        // null on the CPU
        try (OpenDevice device = settings.compute().open(listener)) {
            // before the search for neighbours, which may take hours
            DeviceRoom.require(device, training(vectors.rows()), vectors.dims());
            return run(vectors, ownLabels, folder, device);
        }
    }

    private Encoder run(Vectors vectors, IntRows ownLabels, CheckpointFolder folder, OpenDevice device)
            throws IOException {
        Duration every = checkpoint == null ? null : checkpoint.every;
        HeldOut heldOut = HeldOut.draw(vectors, settings.heldOut(), settings.seed());
        // neither components nor whitening overfit a row, and selection compares with those of all rows
        Vectors described = settings.selects() ? vectors : heldOut.learned();
        Basis basis = Basis.of(described, known, settings, device, listener);
        NeighborSearch.Found neighbors = settings.pairs() == PairKind.NEIGHBORS
                ? new NeighborSource(settings, known.graph, basis.neighborSpace(), listener)
                        .find(vectors, folder, every, device)
                : null;
        Twins twins = neighbors == null
                ? Twins.gaussian(heldOut.learned().rows(), heldOut::learnedRow, settings.noise() * basis.deviation())
                : twins(vectors, neighbors.graph(), ownLabels, heldOut);
        noteBatch(vectors);
        Training training = withTemperature(training(twins.rows()), heldOut.learned(), basis);
        QueryAnchors queries = known.queries == null
                ? null
                : QuerySample.anchors(
                        known.queries, heldOut, basis.neighborSpace().orElseThrow(), training.batchSize(), settings);
        TwinSource pairs = new TwinSource(
                vectors, basis.mean(), basis.deviation(), twins, training.batchSize(), settings.seed(), queries);
        Training.Outcome outcome;
        try (Backend backend = device == null
                ? new CpuBackend(settings.threads())
                : device.backend(settings.compute().precision(), training.bytes(vectors.dims()))) {
            Checkpoints checkpoints = folder == null ? null : new Checkpoints(folder, every);
            outcome = training.run(backend, pairs, beginning(basis), checkpoints, watch(heldOut), listener);
        }
        if (keptProjector != null) {
            outcome.projector().save(keptProjector);
        }
        Map<String, String> metadata = account.metadata(described, basis);
        FitMetadata.putNeighbors(neighbors, basis, metadata);
        if (twins.rows() < described.rows()) {
            metadata.put("rows_with_twins", Integer.toString(twins.rows()));
        }
        if (queries != null) {
            metadata.put("sample_queries", Integer.toString(known.queries.rows()));
        }
        account.putOutcome(training, outcome, metadata);
        account.putDevice(device, metadata);
        account.noteOutcome(training, outcome);
        Encoder encoder = encoder(outcome.layers(), metadata);
        if (settings.selects()) {
            encoder = selected(encoder, basis, heldOut.rows(), heldOut.learned());
        }
        account.noteCollapse(encoder, vectors);
        return encoder;
    }

    /** What held-out rows choose of what was learned, its start, what is half of the way between, and PCA. */
    private Encoder selected(Encoder learned, Basis basis, Vectors heldOut, Vectors others) throws IOException {
        Map<String, String> metadata = learned.metadata();
        int dims = settings.dims();
        Affine end = learned.layers().get(0);
        Affine start = first(basis.whitened().orElseThrow(), dims);
        List<ModelSelection.Candidate> candidates = new ArrayList<>();
        for (double power : new double[] {0, 0.5, 1}) {
            candidates.add(candidate(
                    "pca",
                    "PCA" + (power == 0 ? "" : power == 1 ? " whitened" : " half whitened"),
                    basis.pca().encoder(dims, power).layers().get(0),
                    metadata,
                    Map.of("whitening", Double.toString(power))));
        }
        candidates.add(candidate("neighbor-whitening", "neighbour whitening", start, metadata, Map.of()));
        candidates.add(
                candidate("neighborhood", "half-way", halfWay(start, end), metadata, Map.of("interpolation", "0.5")));
        candidates.add(candidate("neighborhood", "learned", end, metadata, Map.of()));
        HeldOutSearch search = new HeldOutSearch(heldOut, others, settings.threads(), settings.seed());
        ModelSelection selection =
                new ModelSelection(search, basis.neighborSpace().orElseThrow());
        return account.selected(selection.best(candidates), heldOut.rows());
    }

    private static ModelSelection.Candidate candidate(
            String method, String name, Affine layer, Map<String, String> metadata, Map<String, String> more) {
        Map<String, String> own = new TreeMap<>(metadata);
        own.put("method", method);
        own.putAll(more);
        return new ModelSelection.Candidate(name, encoder(List.of(layer), own));
    }

    /** The first outputs of an encoder. */
    private static Affine first(Encoder encoder, int dims) {
        Affine all = encoder.layers().get(0);
        return new Affine(Arrays.copyOf(all.weight(), dims * all.inputDims()), Arrays.copyOf(all.bias(), dims));
    }

    private static Affine halfWay(Affine start, Affine end) {
        return new Affine(mean(start.weight(), end.weight()), mean(start.bias(), end.bias()));
    }

    private static float[] mean(float[] a, float[] b) {
        float[] mean = new float[a.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (a[i] + b[i]) / 2;
        }
        return mean;
    }

    private Training withTemperature(Training training, Vectors vectors, Basis basis) throws IOException {
        return settings.loss().kind() == LossKind.NEIGHBORHOOD
                ? training.withTemperature(
                        Temperature.of(vectors, basis.unitCoordinates(), DefaultRecipe.PERPLEXITY, settings.threads()))
                : training;
    }

    /** All that comes before the search for neighbours. */
    TrainingPlan plan(Vectors sample, long rows) throws IOException {
        Basis basis = Basis.of(sample, known, settings, null, listener);
        noteBatch(sample);
        Training training = withTemperature(training(rows), sample, basis);
        return new TrainingPlan(
                training,
                beginning(basis),
                basis.deviation(),
                settings.pairs(),
                settings.noise() * basis.deviation(),
                settings.neighbors(),
                settings.metric(),
                basis.neighborSpace(),
                settings.seed(),
                settings.heldOut(),
                settings.selects() ? (learned, heldOut, others) -> selected(learned, basis, heldOut, others) : null,
                account.metadata(sample, basis));
    }

    private EarlyStopping watch(HeldOut heldOut) {
        Validation measure = validation;
        if (measure == null && settings.heldOut() > 0 && !settings.selects()) {
            HeldOutSearch search =
                    new HeldOutSearch(heldOut.rows(), heldOut.learned(), settings.threads(), settings.seed());
            measure = new NeighborRecall(search, settings.metric());
        }
        EarlyStopping.Manner manner =
                settings.earlyStop() ? EarlyStopping.Manner.STOP_EARLY : EarlyStopping.Manner.LOOK_ON;
        return measure == null ? null : new EarlyStopping(measure, settings.normalizesOutputs(), manner);
    }

    private InitialState beginning(Basis basis) {
        List<Affine> start = null;
        if (from != null) {
            start = from.layers(settings.encoder(), basis.mean(), basis.coordinates());
        } else if (settings.startsAtPca()) {
            start = InitialLayers.of(List.of(basis.firstCoordinates(settings.dims())), settings.encoder())
                    .orElseThrow();
        } else if (settings.start() == Initialization.PCA) {
            listener.note(settings.encoder() + " is too narrow to start at " + settings.dims()
                    + " principal components; it starts at random weights");
        }
        return new InitialState(basis.mean(), basis.coordinates(), start, from == null ? null : from.projector());
    }

    private Twins twins(Vectors vectors, NeighborGraph neighbors, IntRows ownLabels, HeldOut heldOut) {
        int k = settings.neighbors();
        if (ownLabels == null && settings.heldOut() == 0) {
            return Twins.neighbors(neighbors, k);
        }
        int[] label = ownLabels == null ? null : ownLabels.values();
        Twins twins = Twins.neighbors(
                neighbors,
                k,
                (row, neighbor) -> heldOut.isLearned(row)
                        && heldOut.isLearned(neighbor)
                        && (label == null || label[row] == label[neighbor]));
        String missing = label == null ? "neighbour to learn with" : "neighbour of their own label";
        if (twins.rows() < 2) {
            throw new InvalidInputException((label == null ? "" : ownLabels.name() + ": ") + "no row of "
                    + vectors.name() + " has a " + missing + "; ask for more neighbours"
                    + (label == null ? " or hold out fewer rows" : ", or leave out the labels"));
        }
        int without = heldOut.learned().rows() - twins.rows();
        if (without > 0 && !settings.selects()) {
            listener.note(
                    without + " of " + heldOut.learned().rows() + " rows have no " + missing + " and are left out");
        }
        return twins;
    }

    static Encoder encoder(List<Affine> layers, Map<String, String> metadata) {
        if (layers.size() > 1) {
            return Encoder.mlp(layers, metadata);
        }
        return Encoder.affine(layers.get(0).weight(), layers.get(0).bias(), metadata);
    }

    /** What tells this fit from others: a checkpoint of another one must not be gone on with. */
    private Map<String, String> identity(Vectors vectors) {
        Map<String, String> identity = settings.describe();
        identity.putAll(Provenance.of(vectors));
        identity.put("dims", Integer.toString(settings.dims()));
        identity.put("graph", known.graph == null ? "searched" : known.graph.fingerprint());
        identity.put("search", settings.search().name() + " " + settings.recall() + " " + settings.searchBytes());
        identity.put("continued_from", from == null ? "none" : from.encoder().id());
        identity.put(
                "projector_from",
                from == null || from.projector() == null
                        ? "none"
                        : from.projector().fingerprint());
        identity.put("queries", known.queries == null ? "none" : known.queries.fingerprint());
        identity.put("validation", validation == null ? "none" : validation.fingerprint());
        identity.put(
                "labels", known.labels == null ? "none" : Integer.toHexString(Arrays.hashCode(known.labels.values())));
        return identity;
    }

    private void noteBatch(Vectors vectors) {
        if (vectors.rows() < settings.wantedBatchSize()) {
            listener.note(vectors.name() + " has " + vectors.rows() + " rows, fewer than a batch of "
                    + settings.wantedBatchSize() + ": training with batches of " + settings.batchSize());
        }
    }

    /** @param rows those with twins */
    private Training training(long rows) {
        int batch = (int) Math.min(settings.batchSize(), rows);
        int steps = settings.epochs() > 0
                ? Math.toIntExact(Math.multiplyExact(settings.epochs(), Math.max(1, rows / batch)))
                : settings.steps();
        return new Training(
                settings.encoder(),
                settings.dims(),
                settings.projector(),
                settings.optimizer(),
                settings.learningRate(),
                settings.loss(),
                steps,
                batch,
                settings.seed(),
                keptProjector != null);
    }
}

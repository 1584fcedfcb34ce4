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
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.StartLayers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.training.Beginning;
import dev.tldr4j.learn.training.Checkpoints;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.learn.training.Watch;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One fit from beginning to end: neighbours, coordinates, pairs, training, folding. */
final class Fit {
    private final Settings settings;
    private final NeighborGraph graph;
    private final Pca pca;
    private final IntRows labels;
    private final Continued from;
    private final Checkpoint checkpoint;
    private final Validation validation;
    private final Path keptProjector;
    private final ProgressListener listener;

    /** Where to keep states of the fit, whether to go on from one, and how often to save one. */
    record Checkpoint(Path folder, boolean resume, Duration every) {}

    /**
     * What is known of the vectors beforehand, each of which may be null.
     *
     * @param labels for the oracle
     */
    record Known(NeighborGraph graph, Pca pca, IntRows labels) {}

    /**
     * All but settings, known and listener may be null.
     *
     * @param from what to go on from
     * @param validation what to measure, instead of the neighbours of held-out rows
     * @param keptProjector where to save the projector
     */
    Fit(
            Settings settings,
            Known known,
            Continued from,
            Checkpoint checkpoint,
            Validation validation,
            Path keptProjector,
            ProgressListener listener) {
        this.settings = settings;
        this.graph = known.graph;
        this.pca = known.pca;
        this.labels = known.labels;
        this.from = from;
        this.checkpoint = checkpoint;
        this.validation = validation;
        this.keptProjector = keptProjector;
        this.listener = listener;
    }

    Encoder run(Vectors given) throws IOException {
        Vectors vectors = given;
        IntRows ownLabels = labels;
        if (settings.sample() > 0 && settings.sample() < given.rows()) {
            int[] chosen = RandomRows.draw(given.rows(), settings.sample(), settings.seed());
            vectors = given.select(chosen);
            ownLabels = labels == null ? null : labels.select(chosen);
        }
        CheckpointFolder folder = checkpoint == null
                ? null
                : CheckpointFolder.open(checkpoint.folder, identity(vectors), checkpoint.resume, KeptNeighbors.NAMES);
        // null on the CPU
        try (OpenDevice device = settings.compute().open(listener)) {
            requireRoom(device, vectors);
            return run(vectors, ownLabels, folder, device);
        }
    }

    private Encoder run(Vectors vectors, IntRows ownLabels, CheckpointFolder folder, OpenDevice device)
            throws IOException {
        NeighborSearch.Found neighbors =
                settings.pairs() == PairKind.NEIGHBORS ? neighbors(vectors, folder, device) : null;
        HeldOut heldOut = HeldOut.draw(vectors, settings.heldOut(), settings.seed());
        // principal components learn no row by heart, so those of all rows are good for a comparison with them
        Basis basis = Basis.of(settings.comparesWithPca() ? vectors : heldOut.learned(), pca, settings, listener);
        Twins twins = neighbors == null
                ? Twins.gaussian(heldOut.learned().rows(), heldOut::learnedRow, settings.noise() * basis.deviation())
                : twins(vectors, neighbors.graph(), ownLabels, heldOut);
        noteBatch(vectors);
        Training training = training(twins.rows());
        TwinSource pairs =
                new TwinSource(vectors, basis.mean(), basis.deviation(), twins, training.batchSize(), settings.seed());
        Watch watch = watch(heldOut);
        try (Backend backend = device == null
                ? new CpuBackend(settings.threads())
                : device.backend(settings.compute().precision(), training.bytes(vectors.dims()))) {
            Checkpoints checkpoints = folder == null ? null : new Checkpoints(folder, checkpoint.every);
            Training.Outcome outcome = training.run(backend, pairs, beginning(basis), checkpoints, watch, listener);
            noteLength();
            noteEarlyEnd(outcome, training.steps());
            noteComparison(outcome, basis);
            if (keptProjector != null) {
                outcome.projector().save(keptProjector);
            }
            Map<String, String> metadata = metadata(
                    settings.comparesWithPca() ? vectors : heldOut.learned(),
                    basis,
                    neighbors,
                    twins,
                    training,
                    outcome);
            metadata.put("device", device == null ? "cpu" : device.name());
            metadata.put(
                    "precision",
                    device == null
                            ? "fp32"
                            : settings.compute().precision().name().toLowerCase(Locale.ROOT));
            Encoder encoder = encoder(outcome.layers(), metadata);
            noteCollapse(encoder, vectors);
            return encoder;
        }
    }

    /** All that comes before the search for neighbours. */
    TrainingPlan plan(Vectors sample, long rows) {
        Basis basis = Basis.of(sample, pca, settings, listener);
        noteBatch(sample);
        Training training = training(rows);
        Map<String, String> metadata = settings.describe();
        if (!Double.isNaN(basis.whitening())) {
            metadata.put("whitening", Double.toString(basis.whitening()));
        }
        metadata.putAll(Provenance.of(sample));
        metadata.put("method", "tldr");
        metadata.put("normalize", Boolean.toString(normalized()));
        if (!startsAtPca()) {
            metadata.put("init", "random");
        }
        return new TrainingPlan(
                training,
                beginning(basis),
                basis.deviation(),
                settings.pairs(),
                settings.noise() * basis.deviation(),
                settings.neighbors(),
                settings.metric(),
                settings.seed(),
                metadata);
    }

    private Watch watch(HeldOut heldOut) {
        Validation measure = validation;
        if (measure == null && settings.heldOut() > 0) {
            HeldOutSearch search =
                    new HeldOutSearch(heldOut.rows(), heldOut.learned(), settings.threads(), settings.seed());
            measure = settings.comparesWithPca()
                    ? new NearestFound(search, settings.metric())
                    : new HeldOutNeighbors(search, settings.metric());
        }
        Watch.Manner manner = settings.comparesWithPca()
                ? Watch.Manner.COMPARE_WITH_START
                : settings.earlyStop() ? Watch.Manner.STOP_EARLY : Watch.Manner.LOOK_ON;
        return measure == null
                ? null
                : new Watch(measure, normalized() || settings.comparesWithPca(), manner, settings.heldOut());
    }

    private boolean normalized() {
        return settings.metric() == Metric.COSINE;
    }

    private boolean startsAtPca() {
        return settings.start() == Start.PCA && StartLayers.passThrough(settings.dims(), settings.encoder());
    }

    private Beginning beginning(Basis basis) {
        List<Affine> start = null;
        if (from != null) {
            start = from.layers(settings.encoder(), basis.mean(), basis.coordinates());
        } else if (startsAtPca()) {
            start = StartLayers.of(List.of(basis.firstCoordinates(settings.dims())), settings.encoder())
                    .orElseThrow();
        } else if (settings.start() == Start.PCA) {
            listener.note(settings.encoder() + " is too narrow to start at " + settings.dims()
                    + " principal components; it starts at random weights");
        }
        return new Beginning(
                basis.mean(), basis.coordinates(), basis.variances(), start, from == null ? null : from.projector());
    }

    private void noteLength() {
        if (from != null && from.encoder().isNormalized() && !normalized()) {
            listener.note("the encoder to go on from scales its outputs to length 1, and this one will not; for that,"
                    + " measure by cosine");
        }
    }

    private void noteEarlyEnd(Training.Outcome outcome, int steps) {
        if (settings.earlyStop()) {
            listener.note("the best encoder is that after " + outcome.step() + " of " + steps + " steps"
                    + (outcome.steps() < steps ? "; training ended after " + outcome.steps() : ""));
        }
    }

    private void noteComparison(Training.Outcome outcome, Basis basis) {
        if (settings.comparesWithPca()) {
            boolean learned = outcome.step() > 0;
            String given = "";
            if (!learned) {
                given = ": PCA is enough here, and you get it (whitening " + basis.whitening()
                        + "; --fallback none gives what was learned)";
            } else if (outcome.share() < 1) {
                given = "; that is after " + outcome.share()
                        + " of the way from there to what was learned, further is worse (--fallback none goes all of it)";
            }
            listener.note(String.format(
                    Locale.ROOT,
                    "%d rows that were not learned from find their nearest neighbour again with a mean reciprocal rank of"
                            + " %.3f, and of %.3f by the PCA that training started at%s",
                    settings.heldOut(),
                    learned ? outcome.figures().best() : outcome.figures().last(),
                    outcome.figures().first(),
                    given));
        }
    }

    private void noteCollapse(Encoder encoder, Vectors vectors) {
        int collapsed = CollapsedOutputs.count(encoder, vectors);
        if (collapsed > 0) {
            listener.note(collapsed + " of " + encoder.outputDims()
                    + " outputs are the same for all rows and tell nothing; ask for fewer dimensions, or another loss");
        }
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
        if (without > 0 && !settings.comparesWithPca()) {
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
        identity.put("graph", graph == null ? "searched" : graph.fingerprint());
        identity.put("search", settings.search() + " " + settings.recall() + " " + settings.searchBytes());
        identity.put("continued_from", from == null ? "none" : from.encoder().id());
        identity.put(
                "projector_from",
                from == null || from.projector() == null
                        ? "none"
                        : from.projector().fingerprint());
        identity.put("validation", validation == null ? "none" : validation.fingerprint());
        identity.put("labels", labels == null ? "none" : Integer.toHexString(Arrays.hashCode(labels.values())));
        return identity;
    }

    private NeighborSearch.Found neighbors(Vectors vectors, CheckpointFolder folder, OpenDevice device)
            throws IOException {
        if (graph != null) {
            requireFits(graph, vectors);
            return new NeighborSearch.Found(graph, null, Double.NaN);
        }
        KeptNeighbors kept = folder == null ? null : new KeptNeighbors(folder);
        Optional<NeighborSearch.Found> known = kept == null ? Optional.empty() : kept.load();
        if (known.isPresent()) {
            requireFits(known.get().graph(), vectors);
            return known.get();
        }
        NeighborSearch.Found found = search(vectors, kept, device);
        if (found.method() != SearchMethod.EXACT) {
            listener.note(String.format(
                    Locale.ROOT,
                    "neighbours were searched by %s and have a recall of %.3f; --search exact finds all",
                    found.method().name().toLowerCase(Locale.ROOT),
                    found.recall()));
        }
        if (kept != null) {
            kept.save(found);
        }
        return found;
    }

    private NeighborSearch.Found search(Vectors vectors, KeptNeighbors kept, OpenDevice device) throws IOException {
        int k = settings.neighbors();
        boolean exact = settings.search() == SearchMethod.AUTO || settings.search() == SearchMethod.EXACT;
        if (device != null && exact && k <= device.mostNeighbors()) {
            ExactSearch.requireNeighbors(vectors, k);
            int[] found = device.neighbors(vectors, k, settings.metric(), listener);
            IntRows rows = new IntRows("neighbours of " + vectors.name(), vectors.rows(), k, found);
            return new NeighborSearch.Found(new NeighborGraph(rows), SearchMethod.EXACT, 1);
        }
        NeighborSearch search = new NeighborSearch(
                settings.metric(),
                settings.search(),
                settings.recall(),
                settings.searchBytes(),
                settings.threads(),
                settings.seed());
        return kept == null
                ? search.graph(vectors, k, listener)
                : search.graph(vectors, k, kept.search(), true, checkpoint.every, listener);
    }

    /** Before anything else is done: what does not fit would otherwise be known after the search for neighbours. */
    private void requireRoom(OpenDevice device, Vectors vectors) {
        if (device == null) {
            return;
        }
        long free = device.freeBytes();
        Training training = training(vectors.rows());
        if (training.bytes(vectors.dims()) <= free) {
            return;
        }
        int width = training.projector().width();
        while (width > 0 && training.withProjectorWidth(width).bytes(vectors.dims()) > free) {
            width /= 2;
        }
        throw new InvalidInputException("learning with the projector " + settings.projector() + " and batches of "
                + training.batchSize() + " takes " + (training.bytes(vectors.dims()) >> 20) + " MB of " + device.name()
                + ", which has " + (free >> 20) + " MB free; "
                + (width > 0
                        ? "the projector mlp-" + settings.projector().hiddenLayers() + "-" + width + " would fit"
                        : "smaller batches may fit, or --device cpu"));
    }

    /** A graph from a file, the user's or a checkpoint's, may be of anything. */
    private void requireFits(NeighborGraph graph, Vectors vectors) {
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
                settings.encoderPace(),
                settings.loss(),
                steps,
                batch,
                settings.seed(),
                keptProjector != null);
    }

    private Map<String, String> metadata(
            Vectors vectors,
            Basis basis,
            NeighborSearch.Found neighbors,
            Twins twins,
            Training training,
            Training.Outcome outcome) {
        Map<String, String> metadata = settings.describe();
        if (!Double.isNaN(basis.whitening())) {
            metadata.put("whitening", Double.toString(basis.whitening()));
        }
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", "tldr");
        if (neighbors != null && neighbors.method() != null) {
            metadata.put("neighbor_search", neighbors.method().name().toLowerCase(Locale.ROOT));
            metadata.put("neighbor_recall", Double.toString(neighbors.recall()));
        }
        metadata.put("steps", Integer.toString(outcome.step()));
        metadata.put("batch_size", Integer.toString(training.batchSize()));
        if (twins.rows() < vectors.rows()) {
            metadata.put("rows_with_twins", Integer.toString(twins.rows()));
        }
        if (from != null) {
            metadata.remove("init");
            metadata.put("continued_from", from.encoder().id());
            metadata.put("continued_projector", Boolean.toString(from.projector() != null));
        } else if (!startsAtPca()) {
            metadata.put("init", "random");
        }
        if (settings.earlyStop()) {
            metadata.put("planned_steps", Integer.toString(training.steps()));
            metadata.put("figure", Double.toString(outcome.figures().best()));
            metadata.put("figure_name", validation == null ? HeldOutNeighbors.NAME : validation.name());
        }
        if (settings.comparesWithPca()) {
            metadata.put(
                    "nearest_found_by_pca", Double.toString(outcome.figures().first()));
            if (outcome.step() == 0) {
                metadata.put("method", "pca");
                metadata.put("nearest_found", Double.toString(outcome.figures().last()));
            } else {
                metadata.put("learned_share", Double.toString(outcome.share()));
                metadata.put("nearest_found", Double.toString(outcome.figures().best()));
            }
        }
        metadata.put("final_loss", Double.toString(outcome.loss()));
        metadata.put("normalize", Boolean.toString(normalized()));
        return metadata;
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.selection.HeldOut;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.NeighborRecall;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.space.Space;
import dev.tldr4j.learn.training.Checkpoints;
import dev.tldr4j.learn.training.EarlyStopping;
import dev.tldr4j.learn.training.QueryAnchors;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Trains on this machine, on its processor or a GPU. */
final class LocalExecutor implements FitExecutor, AutoCloseable {
    private final FitPlan settings;
    private final Inputs inputs;
    private final Fit.Known known;
    private final Checkpoint checkpoint;
    private final Path keptProjector;
    private final ProgressListener listener;
    private final HeldOut heldOut;
    /** Or null. */
    private final CheckpointFolder folder;
    /** Null on the CPU. */
    private final OpenDevice device;

    /** Where to keep states of the fit, whether to resume from one, and how often to save one. */
    record Checkpoint(Path folder, boolean resume, Duration every) {}

    /**
     * What is learned from; all but the vectors may be null.
     *
     * @param graph their neighbours, if these are known
     * @param labels for the oracle
     * @param queries a sample of them
     * @param validation what to measure while training, instead of the neighbours of held-out rows
     */
    record Inputs(Vectors vectors, NeighborGraph graph, IntRows labels, Vectors queries, Validation validation) {}

    /**
     * Opens device and checkpoints before the search for neighbours, which may take hours.
     *
     * @param known of these vectors; what is found is added
     * @param checkpoint or null
     * @param identity what tells this fit from others
     * @param keptProjector where to save the projector, or null
     */
    LocalExecutor(
            FitPlan settings,
            Inputs inputs,
            Fit.Known known,
            Checkpoint checkpoint,
            Map<String, String> identity,
            Path keptProjector,
            ProgressListener listener)
            throws IOException {
        this.settings = settings;
        this.inputs = inputs;
        this.known = known;
        this.checkpoint = checkpoint;
        this.keptProjector = keptProjector;
        this.listener = listener;
        Vectors vectors = inputs.vectors;
        if (inputs.graph != null) {
            NeighborSource.requireFits(inputs.graph, vectors, settings);
        }
        this.folder = checkpoint == null
                ? null
                : CheckpointFolder.open(
                        checkpoint.folder, identity, checkpoint.resume, GraphCheckpoint.NAMES, listener::note);
        OpenDevice opened = null;
        try {
            this.heldOut = HeldOut.draw(vectors, settings.heldOut(), settings.seed());
            opened = settings.compute().open(listener);
            this.device = opened;
            DeviceRoom.require(device, settings.training(vectors.rows(), keptProjector != null), vectors.dims());
        } catch (RuntimeException e) {
            close(opened, folder);
            throw e;
        }
    }

    OpenDevice device() {
        return device;
    }

    /** Neither components nor whitening overfit a row, and selection compares with those of all rows. */
    @Override
    public Vectors sample() {
        return settings.selects() ? inputs.vectors : heldOut.learned();
    }

    @Override
    public long rows() {
        return inputs.vectors.rows();
    }

    @Override
    public Vectors heldOut() {
        return heldOut.rows();
    }

    @Override
    public Vectors learned() {
        return heldOut.learned();
    }

    @Override
    public Trained train(TrainingPlan plan) throws IOException {
        if (plan.space().isRaw()) {
            return train(plan, inputs.vectors, null);
        }
        try (Vectors rows = plan.space().encode(inputs.vectors, settings.threads(), device, listener);
                Vectors queries = inputs.queries == null
                        ? null
                        : plan.space().encode(inputs.queries, settings.threads(), null, ProgressListener.SILENT)) {
            return train(plan, rows, queries);
        }
    }

    /** @param rows in the space, as the queries */
    private Trained train(TrainingPlan plan, Vectors rows, Vectors queries) throws IOException {
        Duration every = checkpoint == null ? null : checkpoint.every;
        if (plan.pairs() != PairKind.GAUSSIAN && known.neighbors() == null) {
            known.neighbors(new NeighborSource(settings, inputs.graph, plan.metric(), listener)
                    .find(plan.space().isWhitenedByNeighbors() ? rows : inputs.vectors, folder, every, device));
        }
        NeighborSearch.Found neighbors = known.neighbors();
        Twins twins = neighbors == null
                ? Twins.gaussian(heldOut.learned().rows(), heldOut::learnedRow, plan.noise())
                : new TwinChoice(settings, inputs.labels, heldOut, listener).twins(inputs.vectors, neighbors.graph());
        Training training = plan.training(twins.rows());
        QueryAnchors anchors =
                queries == null ? null : QuerySample.anchors(queries, rows, heldOut, training.batchSize(), settings);
        TwinSource pairs = new TwinSource(
                rows,
                plan.space().centre(),
                plan.space().deviation(),
                twins,
                training.batchSize(),
                settings.seed(),
                anchors);
        Training.Outcome outcome;
        try (Backend backend = device == null
                ? new CpuBackend(settings.threads())
                : device.backend(settings.compute().precision(), training.bytes(rows.dims()))) {
            Checkpoints checkpoints = folder == null ? null : new Checkpoints(folder, every);
            outcome = training.run(backend, pairs, plan.start(), checkpoints, watch(plan.space()), listener);
        }
        if (keptProjector != null) {
            outcome.projector().save(keptProjector);
        }
        return new Trained(
                outcome.layers(),
                outcome.step(),
                outcome.steps(),
                training.steps(),
                training.batchSize(),
                outcome.loss(),
                outcome.score(),
                provenance(plan.space(), neighbors, twins));
    }

    private EarlyStopping watch(Space space) {
        Validation measure = inputs.validation;
        if (measure == null && settings.heldOut() > 0 && !settings.selects()) {
            HeldOutSearch search =
                    new HeldOutSearch(heldOut.rows(), heldOut.learned(), settings.threads(), settings.seed());
            measure = new NeighborRecall(search, settings.metric());
        }
        return measure == null
                ? null
                : new EarlyStopping(measure, space::fold, settings.normalizesOutputs(), settings.earlyStop());
    }

    private Map<String, String> provenance(Space space, NeighborSearch.Found neighbors, Twins twins) {
        Map<String, String> provenance = Provenance.of(sample());
        // a graph that was given does not say how
        if (neighbors != null && neighbors.method() != null) {
            provenance.put("neighbor_space", space.isWhitenedByNeighbors() ? "neighbor-whitened" : "vectors");
            provenance.put("neighbor_search", neighbors.method().toString());
            provenance.put("neighbor_recall", Double.toString(neighbors.recall()));
        }
        if (twins.rows() < sample().rows()) {
            provenance.put("rows_with_twins", Integer.toString(twins.rows()));
        }
        if (inputs.queries != null) {
            provenance.put("sample_queries", Integer.toString(inputs.queries.rows()));
        }
        if (settings.earlyStop()) {
            provenance.put("score_name", inputs.validation == null ? NeighborRecall.NAME : inputs.validation.name());
        }
        provenance.put("device", device == null ? "cpu" : device.name());
        provenance.put(
                "precision",
                device == null ? "fp32" : settings.compute().precision().name().toLowerCase(Locale.ROOT));
        return provenance;
    }

    @Override
    public void close() {
        close(device, folder);
    }

    private static void close(OpenDevice device, CheckpointFolder folder) {
        if (device != null) {
            device.close();
        }
        if (folder != null) {
            folder.close();
        }
    }
}

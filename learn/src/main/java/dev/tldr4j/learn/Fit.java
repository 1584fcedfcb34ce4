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

/** One fit from beginning to end: neighbours, coordinates, pairs, training, folding. */
final class Fit {
    /** A deviation below this part of the mean is the rounding of the mean. */
    private static final double ROUNDING = 1e-10;

    private final Settings settings;
    private final NeighborGraph graph;
    private final IntRows labels;
    private final Checkpoint checkpoint;
    private final ProgressListener listener;

    /** Where to keep states of the fit, whether to go on from one, and how often to save one. */
    record Checkpoint(Path folder, boolean resume, Duration every) {}

    /**
     * @param graph neighbours that are known already, or null
     * @param labels for the oracle, or null
     * @param checkpoint or null
     */
    Fit(Settings settings, NeighborGraph graph, IntRows labels, Checkpoint checkpoint, ProgressListener listener) {
        this.settings = settings;
        this.graph = graph;
        this.labels = labels;
        this.checkpoint = checkpoint;
        this.listener = listener;
    }

    Encoder run(Vectors given) throws IOException {
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
        Twins twins = neighbors == null
                ? Twins.gaussian(vectors.rows(), settings.noise() * deviation)
                : twins(vectors, neighbors, ownLabels);
        Training training = training(vectors, twins);
        TwinSource pairs = new TwinSource(vectors, basis.mean, deviation, twins, training.batchSize(), settings.seed());
        try (Backend backend = new CpuBackend(settings.threads())) {
            Checkpoints checkpoints = folder == null ? null : new Checkpoints(folder, checkpoint.every);
            Training.Outcome outcome =
                    training.run(backend, pairs, basis.mean, basis.coordinates, checkpoints, listener);
            Encoder encoder = encoder(outcome.layers(), metadata(vectors, twins, training, outcome));
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

    /** The root of the mean variance of the dimensions, over rows spread evenly; refuses vectors that do not vary. */
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
        double deviation = Math.sqrt(squares / samples / row.length);
        double largestMean = Arrays.stream(mean).map(Math::abs).max().orElse(0);
        if (deviation <= ROUNDING * largestMean) {
            throw new InvalidInputException(vectors.name() + ": all rows are the same; there is nothing to learn");
        }
        return deviation;
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
        identity.put("dims", Integer.toString(settings.dims()));
        identity.put("graph", graph == null ? "searched" : graph.fingerprint());
        identity.put("labels", labels == null ? "none" : Integer.toHexString(Arrays.hashCode(labels.values())));
        return identity;
    }

    private NeighborGraph neighbors(Vectors vectors, CheckpointFolder folder) throws IOException {
        Optional<NeighborGraph> known = graph != null || folder == null ? Optional.ofNullable(graph) : folder.graph();
        if (known.isPresent()) {
            requireFits(known.get(), vectors);
            return known.get();
        }
        NeighborGraph searched =
                new ExactSearch(settings.metric(), settings.threads()).graph(vectors, settings.neighbors(), listener);
        if (folder != null) {
            folder.saveGraph(searched);
        }
        return searched;
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

    private Map<String, String> metadata(Vectors vectors, Twins twins, Training training, Training.Outcome outcome) {
        Map<String, String> metadata = settings.describe();
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", "tldr");
        if (labels != null) {
            metadata.put("rows_with_twins", Integer.toString(twins.rows()));
            metadata.put("batch_size", Integer.toString(training.batchSize()));
        }
        metadata.put("final_loss", Double.toString(outcome.loss()));
        metadata.put("normalize", Boolean.toString(settings.metric() == Metric.COSINE));
        return metadata;
    }
}

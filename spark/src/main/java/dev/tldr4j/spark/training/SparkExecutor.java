package dev.tldr4j.spark.training;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.FitExecutor;
import dev.tldr4j.learn.TrainingPlan;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.learn.training.SharedTraining;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.spark.neighbors.CellLearning;
import dev.tldr4j.spark.neighbors.CellSearch;
import dev.tldr4j.spark.neighbors.Cells;
import dev.tldr4j.spark.neighbors.ContentRows;
import dev.tldr4j.spark.neighbors.Neighbors;
import dev.tldr4j.spark.rows.InputRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/** Trains on a cluster: rows stay on the executors, which find neighbours, make rounds of steps and average their states. */
public final class SparkExecutor implements FitExecutor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SparkExecutor.class);

    /** Rows that are compared with all others to see how many neighbours were found. */
    private static final int RECALL_SAMPLE = 500;

    /** Rows that held-out ones look for their nearest among: more would take longer and say the same. */
    private static final int LOOKED_AMONG = 20_000;

    private final JavaSparkContext context;
    private final Config config;
    private final ContentRows rows;
    private final Vectors sample;
    /** How many of every partition's rows are held out. */
    private int aside;

    /**
     * How the work is shared.
     *
     * @param cells 0 for as many as the rows need
     * @param roundSteps steps of every partition between two averages
     * @param folder where states are kept, or null
     * @param saveEvery after how many rounds
     */
    public record Config(
            int partitions,
            int sampleRows,
            int cells,
            int cellsPerRow,
            int roundSteps,
            String folder,
            int saveEvery,
            boolean resume,
            long seed) {}

    /** Deals the rows out to the executors. */
    public SparkExecutor(JavaSparkContext context, Config config, InputRows input) {
        this.context = context;
        this.config = config;
        this.rows = ContentRows.of(input, config.partitions, config.seed);
        this.sample = rows.sample(config.sampleRows);
    }

    @Override
    public Vectors sample() {
        return sample;
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public Vectors heldOut() {
        return rows.last(aside);
    }

    @Override
    public Vectors learned() {
        return rows.withoutLast(aside).sample(Math.min(LOOKED_AMONG, config.sampleRows));
    }

    @Override
    public Trained train(TrainingPlan plan) throws IOException {
        Map<String, String> provenance = provenance(plan);
        FitFolder folder = config.folder == null
                ? null
                : FitFolder.open(config.folder, context, identity(plan, provenance), config.resume);
        // what follows sees no others, so that what is held out is not learned from as a twin either
        aside = plan.heldOut() == 0 ? 0 : Math.max(1, plan.heldOut() / config.partitions);
        ContentRows learned = rows.withoutLast(aside);
        ContentRows inSpace =
                plan.space().isRaw() ? learned : learned.encodedBy(plan.space().encoder());
        try {
            JavaRDD<TrainingPart> parts = parts(learned, inSpace, plan, folder, provenance);
            try {
                return learn(parts, inSpace, plan, folder, provenance);
            } finally {
                parts.unpersist();
            }
        } finally {
            if (inSpace != learned) {
                inSpace.blocks().unpersist();
            }
        }
    }

    private Map<String, String> provenance(TrainingPlan plan) {
        Map<String, String> provenance = new TreeMap<>();
        provenance.put("fit_mode", "distributed");
        provenance.put("partitions", Integer.toString(config.partitions));
        provenance.put("round_steps", Integer.toString(config.roundSteps));
        provenance.put("training_rows", Long.toString(rows.rows()));
        provenance.put("data_fingerprint", rows.fingerprint());
        if (plan.pairs() == PairKind.NEIGHBORS) {
            provenance.put("neighbor_search", "cells");
            provenance.put("neighbor_space", plan.space().isWhitenedByNeighbors() ? "neighbor-whitened" : "vectors");
            provenance.put("cells_per_row", Integer.toString(config.cellsPerRow));
        }
        return provenance;
    }

    private Map<String, String> identity(TrainingPlan plan, Map<String, String> provenance) {
        Map<String, String> identity = new TreeMap<>(plan.settings());
        identity.putAll(provenance);
        identity.put("dims", Integer.toString(plan.whole().dims()));
        identity.put("cells", Integer.toString(config.cells));
        identity.put("sample_rows", Integer.toString(config.sampleRows));
        return identity;
    }

    /** @param inSpace the rows in the plan's space */
    private JavaRDD<TrainingPart> parts(
            ContentRows learned,
            ContentRows inSpace,
            TrainingPlan plan,
            FitFolder folder,
            Map<String, String> provenance)
            throws IOException {
        Optional<JavaRDD<TrainingPart>> known = folder == null ? Optional.empty() : folder.parts(config.partitions);
        if (known.isPresent()) {
            provenance.putAll(folder.notes());
            return known.get().persist(StorageLevel.MEMORY_AND_DISK());
        }
        TreeMap<String, String> notes = new TreeMap<>();
        JavaRDD<TrainingPart> found = plan.pairs() == PairKind.GAUSSIAN
                ? PairShuffle.withoutTwins(inSpace)
                : PairShuffle.of(
                        inSpace,
                        neighbors(plan.space().isWhitenedByNeighbors() ? inSpace : learned, plan, notes),
                        plan.neighbors());
        provenance.putAll(notes);
        if (folder != null) {
            found = folder.save(found, config.partitions, notes);
        }
        return found.persist(StorageLevel.MEMORY_AND_DISK());
    }

    /** Found, and kept, when this returns. */
    private JavaRDD<Neighbors> neighbors(ContentRows among, TrainingPlan plan, Map<String, String> notes) {
        Vectors some = among.sample(config.sampleRows);
        CellSearch search = new CellSearch(context, among, plan.metric(), plan.neighbors());
        CellLearning learning =
                new CellLearning(some, config.sampleRows, config.cellsPerRow, plan.metric() == Metric.COSINE);
        int wanted =
                config.cells > 0 ? config.cells : CellLearning.cellsFor(among.rows(), config.cellsPerRow, some.rows());
        Cells cells = search.cells(learning, wanted);
        JavaRDD<Neighbors> neighbors = search.neighbors(cells);
        double recall = search.recall(neighbors, RECALL_SAMPLE);
        LOG.info("neighbours of {} rows by {} cells have a recall of {}", among.rows(), cells.count(), recall);
        notes.put("cells", Integer.toString(cells.count()));
        notes.put("neighbor_recall", Double.toString(recall));
        return neighbors;
    }

    private Trained learn(
            JavaRDD<TrainingPart> parts,
            ContentRows inSpace,
            TrainingPlan plan,
            FitFolder folder,
            Map<String, String> provenance)
            throws IOException {
        int fewest = parts.map(TrainingPart::rowsWithTwins).reduce(Math::min);
        if (fewest < 2) {
            throw new InvalidInputException("a partition has " + fewest
                    + " rows to learn from; learning needs at least 2: set fewer partitions, or fewer cells");
        }
        Training share = plan.share(config.partitions, fewest);
        SharedTraining training = new SharedTraining(share, plan.start());
        TwinSource batch = firstBatch(inSpace.sample(2 * share.batchSize()), plan, share);
        Optional<SharedState> saved = folder == null ? Optional.empty() : folder.newest();
        SharedState state = saved.isPresent() ? saved.get() : training.begin(batch);
        state = rounds(parts, new BroadcastPlan(plan, share), share.steps(), state, folder);
        return new Trained(
                training.fold(batch, state),
                state.step(),
                state.step(),
                share.steps(),
                share.batchSize(),
                state.loss(),
                Double.NaN,
                provenance);
    }

    /** Without twins: an encoder with hidden layers wants to see a batch before it begins. */
    static TwinSource firstBatch(Vectors some, TrainingPlan plan, Training share) {
        int width = plan.space().dims();
        return new TwinSource(
                some,
                plan.space().centre(),
                plan.space().deviation(),
                Twins.gaussian(some.rows(), i -> i, new double[width]),
                share.batchSize(),
                share.seed());
    }

    SharedState rounds(JavaRDD<TrainingPart> parts, BroadcastPlan plan, int steps, SharedState from, FitFolder folder)
            throws IOException {
        Broadcast<BroadcastPlan> sentPlan = context.broadcast(plan);
        SharedState state = from;
        int count = config.roundSteps;
        for (int round = 1; state.step() < steps; round++) {
            Broadcast<SharedState> sent = context.broadcast(state);
            state = TreeMean.of(
                    parts.mapToPair(part ->
                            new Tuple2<>(part.partition(), sentPlan.value().steps(part, sent.value(), count))),
                    config.partitions);
            sent.destroy();
            LOG.info("step {} of {} of every partition, loss {}", state.step(), steps, state.loss());
            if (folder != null && (round % config.saveEvery == 0 || state.step() == steps)) {
                folder.save(state);
            }
        }
        sentPlan.destroy();
        return state;
    }

    @Override
    public void close() {
        rows.blocks().unpersist();
    }
}

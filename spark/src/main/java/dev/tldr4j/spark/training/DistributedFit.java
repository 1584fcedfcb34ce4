package dev.tldr4j.spark.training;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.TrainingPlan;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.LossKind;
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

/** A fit whose rows stay on the executors, from beginning to end: rows, sample, neighbours, twins, rounds of steps. */
public final class DistributedFit {
    private static final Logger LOG = LoggerFactory.getLogger(DistributedFit.class);

    /** Rows that are compared with all others to see how many neighbours were found. */
    private static final int RECALL_SAMPLE = 500;

    /** Rows that held-out ones look for their nearest among: more would take longer and say the same. */
    private static final int LOOKED_AMONG = 20_000;

    private final JavaSparkContext context;
    private final Tldr.Builder builder;
    private final Manner manner;

    /**
     * How the work is shared.
     *
     * @param cells 0 for as many as the rows need
     * @param roundSteps steps of every partition between two averages
     * @param folder where states are kept, or null
     * @param saveEvery after how many rounds
     */
    public record Manner(
            int partitions,
            int sampleRows,
            int cells,
            int cellsPerRow,
            int roundSteps,
            String folder,
            int saveEvery,
            boolean resume,
            long seed) {}

    public DistributedFit(JavaSparkContext context, Tldr.Builder builder, Manner manner) {
        this.context = context;
        this.builder = builder;
        this.manner = manner;
    }

    public Encoder run(InputRows input) throws IOException {
        ContentRows rows = ContentRows.of(input, manner.partitions, manner.seed);
        try {
            Vectors sample = rows.sample(manner.sampleRows);
            TrainingPlan plan = builder.plan(sample, rows.rows());
            Map<String, String> metadata = metadata(plan, rows);
            // what follows sees no others, so that what is held out is not learned from as a twin either
            int aside = plan.heldOut() == 0 ? 0 : Math.max(1, plan.heldOut() / manner.partitions);
            ContentRows learned = aside == 0 ? rows : rows.withoutLast(aside);
            FitFolder folder = manner.folder == null
                    ? null
                    : FitFolder.open(manner.folder, context, identity(plan, metadata), manner.resume);
            JavaRDD<TrainingPart> parts = parts(learned, sample, plan, folder, metadata);
            Encoder encoder;
            try {
                encoder = learn(parts, sample, plan, folder, metadata);
            } finally {
                parts.unpersist();
            }
            return aside == 0 ? encoder : chosen(encoder, plan, rows.last(aside), learned);
        } finally {
            rows.blocks().unpersist();
        }
    }

    /** What held-out rows choose, on the driver. */
    private Encoder chosen(Encoder encoder, TrainingPlan plan, Vectors heldOut, ContentRows learned)
            throws IOException {
        Vectors others = learned.sample(Math.min(LOOKED_AMONG, manner.sampleRows));
        Encoder chosen = plan.choice().of(encoder, heldOut, others);
        Map<String, String> told = chosen.metadata();
        LOG.info("{} held-out rows chose {}, MRR {}", heldOut.rows(), told.get("method"), told.get("held_out_mrr"));
        return chosen;
    }

    private Map<String, String> metadata(TrainingPlan plan, ContentRows rows) {
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("fit_mode", "distributed");
        metadata.put("partitions", Integer.toString(manner.partitions));
        metadata.put("round_steps", Integer.toString(manner.roundSteps));
        metadata.put("training_rows", Long.toString(rows.rows()));
        metadata.put("data_fingerprint", rows.fingerprint());
        if (plan.pairs() == PairKind.NEIGHBORS) {
            metadata.put("neighbor_search", "cells");
            metadata.put("neighbor_space", plan.neighborSpace().isPresent() ? "neighbor-whitened" : "vectors");
            metadata.put("cells_per_row", Integer.toString(manner.cellsPerRow));
        }
        return metadata;
    }

    private Map<String, String> identity(TrainingPlan plan, Map<String, String> metadata) {
        Map<String, String> identity = new TreeMap<>(plan.metadata());
        identity.putAll(metadata);
        identity.put("dims", Integer.toString(plan.training().dims()));
        identity.put("cells", Integer.toString(manner.cells));
        identity.put("sample_rows", Integer.toString(manner.sampleRows));
        return identity;
    }

    private JavaRDD<TrainingPart> parts(
            ContentRows rows, Vectors sample, TrainingPlan plan, FitFolder folder, Map<String, String> metadata)
            throws IOException {
        Optional<JavaRDD<TrainingPart>> known = folder == null ? Optional.empty() : folder.parts(manner.partitions);
        if (known.isPresent()) {
            folder.notes().forEach((name, value) -> metadata.put((String) name, (String) value));
            return known.get().persist(StorageLevel.MEMORY_AND_DISK());
        }
        TreeMap<String, String> notes = new TreeMap<>();
        JavaRDD<TrainingPart> found = find(rows, sample, plan, notes);
        metadata.putAll(notes);
        if (folder != null) {
            found = folder.save(found, manner.partitions, notes);
        }
        return found.persist(StorageLevel.MEMORY_AND_DISK());
    }

    private JavaRDD<TrainingPart> find(ContentRows rows, Vectors sample, TrainingPlan plan, Map<String, String> notes) {
        if (plan.pairs() == PairKind.GAUSSIAN) {
            return PairShuffle.withoutTwins(rows);
        }
        if (plan.neighborSpace().isEmpty()) {
            return PairShuffle.of(rows, neighbors(rows, sample, plan.metric(), plan, notes), plan.neighbors());
        }
        ContentRows there = rows.encodedBy(plan.neighborSpace().get());
        try {
            Vectors sampleThere = there.sample(manner.sampleRows);
            return PairShuffle.of(rows, neighbors(there, sampleThere, Metric.L2, plan, notes), plan.neighbors());
        } finally {
            there.blocks().unpersist();
        }
    }

    /** Found, and kept, when this returns. */
    private JavaRDD<Neighbors> neighbors(
            ContentRows rows, Vectors sample, Metric metric, TrainingPlan plan, Map<String, String> notes) {
        CellSearch search = new CellSearch(context, rows, metric, plan.neighbors());
        CellLearning learning =
                new CellLearning(sample, manner.sampleRows, manner.cellsPerRow, metric == Metric.COSINE);
        int wanted =
                manner.cells > 0 ? manner.cells : CellLearning.cellsFor(rows.rows(), manner.cellsPerRow, sample.rows());
        Cells cells = search.cells(learning, wanted);
        JavaRDD<Neighbors> neighbors = search.neighbors(cells);
        double recall = search.recall(neighbors, RECALL_SAMPLE);
        LOG.info("neighbours of {} rows by {} cells have a recall of {}", rows.rows(), cells.count(), recall);
        notes.put("cells", Integer.toString(cells.count()));
        notes.put("neighbor_recall", Double.toString(recall));
        return neighbors;
    }

    private Encoder learn(
            JavaRDD<TrainingPart> parts,
            Vectors sample,
            TrainingPlan plan,
            FitFolder folder,
            Map<String, String> metadata)
            throws IOException {
        int fewest = parts.map(TrainingPart::rowsWithTwins).reduce(Math::min);
        if (fewest < 2) {
            throw new InvalidInputException("a partition has " + fewest
                    + " rows to learn from; learning needs at least 2: set fewer partitions, or fewer cells");
        }
        // epochs count the rows that all see together; the way to the end takes as many steps from every partition
        boolean inEpochs = plan.metadata().containsKey("epochs");
        Training share = plan.share(inEpochs ? manner.partitions : 1, fewest);
        SharedTraining training = new SharedTraining(share, plan.beginning());
        // what it has no twins for: an encoder with hidden layers wants to see a batch before it begins
        TwinSource batch = new TwinSource(
                sample,
                plan.beginning().mean(),
                plan.deviation(),
                Twins.gaussian(sample.rows(), i -> i, 0),
                share.batchSize(),
                plan.seed());
        Optional<SharedState> saved = folder == null ? Optional.empty() : folder.newest();
        SharedState state = saved.isPresent() ? saved.get() : training.begin(batch);
        state = rounds(parts, new BroadcastPlan(plan, share), share.steps(), state, folder);
        metadata.put("steps", Integer.toString(share.steps()));
        metadata.put("batch_size", Integer.toString(share.batchSize()));
        metadata.put("final_loss", Double.toString(state.loss()));
        if (share.loss().kind() == LossKind.NEIGHBORHOOD) {
            metadata.put("temperature", Double.toString(share.loss().temperature()));
        }
        return plan.encoder(training.fold(batch, state), metadata);
    }

    public SharedState rounds(
            JavaRDD<TrainingPart> parts, BroadcastPlan plan, int steps, SharedState from, FitFolder folder)
            throws IOException {
        Broadcast<BroadcastPlan> sentPlan = context.broadcast(plan);
        SharedState state = from;
        int count = manner.roundSteps;
        for (int round = 1; state.step() < steps; round++) {
            Broadcast<SharedState> sent = context.broadcast(state);
            state = TreeMean.of(
                    parts.mapToPair(part ->
                            new Tuple2<>(part.partition(), sentPlan.value().steps(part, sent.value(), count))),
                    manner.partitions);
            sent.destroy();
            LOG.info("step {} of {} of every partition, loss {}", state.step(), steps, state.loss());
            if (folder != null && (round % manner.saveEvery == 0 || state.step() == steps)) {
                folder.save(state);
            }
        }
        sentPlan.destroy();
        return state;
    }
}

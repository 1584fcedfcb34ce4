package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.encode.CollapsedOutputs;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What is told of a fit: the metadata of the encoder, and notes to the user. */
final class FitMetadata {
    private final FitPlan settings;
    private final WarmStart from;
    private final String figureName;
    private final ProgressListener listener;

    /**
     * An account of one fit.
     *
     * @param from what it goes on from, or null
     * @param figureName of what is measured
     */
    FitMetadata(FitPlan settings, WarmStart from, String figureName, ProgressListener listener) {
        this.settings = settings;
        this.from = from;
        this.figureName = figureName;
        this.listener = listener;
    }

    /** What is known before training. */
    Map<String, String> metadata(Vectors vectors, Basis basis) {
        Map<String, String> metadata = settings.describe();
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", settings.loss().kind() == LossKind.NEIGHBORHOOD ? "neighborhood" : "tldr");
        metadata.put("normalize", Boolean.toString(settings.normalizesOutputs()));
        if (from != null) {
            metadata.remove("init");
            metadata.put("continued_from", from.encoder().id());
            metadata.put("continued_projector", Boolean.toString(from.projector() != null));
        } else if (!settings.startsAtPca()) {
            metadata.put("init", "random");
        }
        return metadata;
    }

    /** Puts how the neighbours were found. */
    static void putNeighbors(NeighborSearch.Found neighbors, Basis basis, Map<String, String> metadata) {
        // a graph that was given does not say how
        if (neighbors != null && neighbors.method() != null) {
            metadata.put("neighbor_space", basis.whitened().isPresent() ? "neighbor-whitened" : "vectors");
            metadata.put("neighbor_search", neighbors.method().toString());
            metadata.put("neighbor_recall", Double.toString(neighbors.recall()));
        }
    }

    /** Puts what came of the training. */
    void putOutcome(Training training, Training.Outcome outcome, Map<String, String> metadata) {
        metadata.put("steps", Integer.toString(outcome.step()));
        metadata.put("batch_size", Integer.toString(training.batchSize()));
        metadata.put("final_loss", Double.toString(outcome.loss()));
        if (settings.earlyStop()) {
            metadata.put("planned_steps", Integer.toString(training.steps()));
            metadata.put("figure", Double.toString(outcome.figure()));
            metadata.put("figure_name", figureName);
        }
        if (training.loss().kind() == LossKind.NEIGHBORHOOD) {
            metadata.put("temperature", Double.toString(training.loss().temperature()));
        }
    }

    /** Puts where it was computed. */
    void putDevice(OpenDevice device, Map<String, String> metadata) {
        metadata.put("device", device == null ? "cpu" : device.name());
        metadata.put(
                "precision",
                device == null ? "fp32" : settings.compute().precision().name().toLowerCase(Locale.ROOT));
    }

    /** Notes what the user may not expect of the outcome. */
    void noteOutcome(Training training, Training.Outcome outcome) {
        noteLength();
        noteEarlyEnd(outcome, training.steps());
    }

    /** The encoder that so many held-out rows chose, which says so. */
    Encoder selected(ModelSelection.Selected selected, int rows) {
        ModelSelection.Scored chosen = selected.chosen();
        listener.note(String.format(
                Locale.ROOT,
                "held-out MRR of %d rows: %s; %s%s",
                rows,
                selected,
                chosen.candidate().name(),
                chosen.candidate().name().equals("learned")
                        ? " kept"
                        : " is as good within a standard error and simpler, and kept (--fallback none gives what was"
                                + " learned)"));
        Encoder encoder = chosen.candidate().encoder();
        Map<String, String> metadata = new TreeMap<>(encoder.metadata());
        metadata.put("held_out_rows", Integer.toString(rows));
        metadata.put("held_out_mrr", Double.toString(chosen.score()));
        metadata.put("held_out_mrr_pca", Double.toString(selected.score("PCA")));
        return Fit.encoder(encoder.layers(), metadata);
    }

    private void noteLength() {
        if (from != null && from.encoder().isNormalized() && !settings.normalizesOutputs()) {
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

    void noteCollapse(Encoder encoder, Vectors vectors) {
        int collapsed = CollapsedOutputs.count(encoder, vectors);
        if (collapsed > 0) {
            listener.note(collapsed + " of " + encoder.outputDims()
                    + " outputs are the same for all rows and tell nothing; ask for fewer dimensions, or another loss");
        }
    }
}

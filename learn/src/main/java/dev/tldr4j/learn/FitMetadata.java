package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitExecutor.Trained;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.training.Training;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the encoder's file says of a fit: settings, provenance, and what came of training and selection. */
final class FitMetadata {
    private FitMetadata() {}

    /** Before training. */
    static Map<String, String> settings(FitPlan settings, WarmStart from) {
        Map<String, String> metadata = settings.describe();
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

    /** Of what was trained. */
    static Map<String, String> trained(TrainingPlan plan, Trained trained, boolean earlyStop) {
        Map<String, String> metadata = new TreeMap<>(plan.settings());
        metadata.putAll(trained.provenance());
        metadata.put("steps", Integer.toString(trained.step()));
        metadata.put("batch_size", Integer.toString(trained.batchSize()));
        metadata.put("final_loss", Double.toString(trained.loss()));
        if (earlyStop) {
            metadata.put("planned_steps", Integer.toString(trained.plannedSteps()));
            metadata.put("score", Double.toString(trained.score()));
        }
        Training.LossSettings loss = plan.whole().loss();
        if (loss.kind() == LossKind.NEIGHBORHOOD) {
            metadata.put("temperature", Double.toString(loss.temperature()));
        }
        return metadata;
    }

    /** Of the candidate that so many held-out rows chose. */
    static Map<String, String> selected(ModelSelection.Selected selected, int rows) {
        Map<String, String> metadata =
                new TreeMap<>(selected.chosen().candidate().encoder().metadata());
        metadata.put("held_out_rows", Integer.toString(rows));
        ModelSelection.Scored pca = selected.named("PCA");
        metadata.put("held_out_mrr", Double.toString(selected.chosen().ofWhole()));
        metadata.put("held_out_mrr_pca", Double.toString(pca.ofWhole()));
        if (pca.byPrefix().size() > 1) {
            metadata.put("held_out_mrr_by_prefix", list(selected.chosen().byPrefix()));
            metadata.put("held_out_mrr_by_prefix_pca", list(pca.byPrefix()));
        }
        return metadata;
    }

    /** Of an encoder whose outputs were measured in few bits. */
    static Map<String, String> quantized(Encoder encoder, QuantizedScores scores) {
        Map<String, String> metadata = new TreeMap<>(encoder.metadata());
        metadata.put("held_out_recall_quantized", Double.toString(scores.score()));
        scores.full().ifPresent(full -> metadata.put("held_out_recall_quantized_full", Double.toString(full)));
        return metadata;
    }

    private static String list(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}

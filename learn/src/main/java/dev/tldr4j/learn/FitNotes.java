package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitExecutor.Trained;
import dev.tldr4j.learn.encode.CollapsedOutputs;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;

/** What a user may not expect of a fit, and hears of. */
record FitNotes(FitPlan settings, ProgressListener listener) {

    void batch(Vectors vectors) {
        if (vectors.rows() < settings.wantedBatchSize()) {
            listener.note(vectors.name() + " has " + vectors.rows() + " rows, fewer than a batch of "
                    + settings.wantedBatchSize() + ": training with batches of " + settings.batchSize());
        }
    }

    void start() {
        if (settings.start() == Initialization.PCA && !settings.startsAtPca()) {
            listener.note(settings.encoder() + " is too narrow to start at " + settings.dims()
                    + " principal components; it starts at random weights");
        }
    }

    void trained(Trained trained, WarmStart from) {
        if (from != null && from.encoder().isNormalized() && !settings.normalizesOutputs()) {
            listener.note(
                    "the encoder of the warm start scales its outputs to length 1, and this one will not; for that,"
                            + " measure by cosine");
        }
        if (settings.earlyStop()) {
            listener.note("the best encoder is that after " + trained.step() + " of " + trained.plannedSteps()
                    + " steps"
                    + (trained.steps() < trained.plannedSteps() ? "; training ended after " + trained.steps() : ""));
        }
    }

    void selected(ModelSelection.Selected selected, int rows) {
        String chosen = selected.chosen().candidate().name();
        listener.note(String.format(
                Locale.ROOT,
                "held-out MRR of %d rows: %s; %s%s",
                rows,
                selected,
                chosen,
                selected.isLast()
                        ? " kept"
                        : " is as good within a standard error and simpler, and kept (--fallback none gives what was"
                                + " learned)"));
    }

    void quantized(QuantizedScores scores) {
        listener.note(String.format(
                Locale.ROOT,
                "in %s, %d bytes with Lucene's corrections: held-out recall@30 %.3f",
                scores.way(),
                scores.way().bytes(),
                scores.score()));
    }

    void collapse(Encoder encoder, Vectors vectors) {
        int collapsed = CollapsedOutputs.count(encoder, vectors);
        if (collapsed > 0) {
            listener.note(collapsed + " of " + encoder.outputDims()
                    + " outputs are the same for all rows and tell nothing; ask for fewer dimensions, or another loss");
        }
    }
}

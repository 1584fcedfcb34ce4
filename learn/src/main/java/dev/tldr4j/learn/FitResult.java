package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.selection.ModelSelection;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a fit.
 *
 * @param encoder the one that is returned
 * @param trained what training left, be it returned or not
 * @param selection the scores of all candidates, where held-out rows chose
 * @param quantized the scores in few bits, of a fit for these
 * @param seconds of every stage: the space, training with its neighbours, selection
 */
public record FitResult(
        Encoder encoder,
        FitExecutor.Trained trained,
        Optional<ModelSelection.Selected> selection,
        Optional<QuantizedScores> quantized,
        Map<String, Double> seconds) {}

package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.LossKind;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.KeptProjector;
import dev.tldr4j.learn.network.ProjectorShape;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Learns an encoder from pairs.
 *
 * @param encoderPace how many times the learning rate the encoder follows; the projector follows it as it is
 * @param keepProjector whether the projector is wanted at the end
 */
public record Training(
        EncoderShape encoder,
        int dims,
        ProjectorShape projector,
        OptimizerSettings optimizer,
        LearningRate learningRate,
        double encoderPace,
        LossSettings loss,
        int steps,
        int batchSize,
        long seed,
        boolean keepProjector)
        implements Serializable {

    /**
     * Which loss, and its numbers; each kind looks at its own.
     *
     * @param scale multiplies the Barlow Twins loss and so its gradients; Adam does not care, LARS hardly does
     * @param reconstruction the weight, beside the Barlow Twins loss of one output, of the part of the variance that a second
     *     projector cannot rebuild from the encoder's outputs; 0 for none
     */
    public record LossSettings(LossKind kind, double lambda, double scale, double margin, double reconstruction)
            implements Serializable {}

    /**
     * What training leaves.
     *
     * @param layers the encoder's layers, folded
     * @param step the number of steps after which these were its layers
     * @param steps how many steps were made
     * @param loss the mean loss of the last tenth of all steps; that of the last one where training ended before
     * @param projector as it was at the end, or null where it is not wanted
     */
    public record Outcome(
            List<Affine> layers, int step, int steps, double loss, Figures figures, KeptProjector projector) {}

    /**
     * What was measured, NaN where nothing was.
     *
     * @param best that of the layers, where these were chosen by it
     */
    public record Figures(double first, double last, double best) {}

    /**
     * How wide the loss's input is.
     *
     * @param inputs D
     */
    public static int outputs(LossKind loss, ProjectorShape projector, int dims, int inputs) {
        return loss == LossKind.MSE ? inputs : projector.width() > 0 ? projector.width() : dims;
    }

    /**
     * @param checkpoints where to begin and what to keep, or null
     * @param watch or null
     */
    public Outcome run(
            Backend backend,
            TwinSource pairs,
            Beginning beginning,
            Checkpoints checkpoints,
            Watch watch,
            ProgressListener listener)
            throws IOException {
        try (TrainingRun run = new TrainingRun(this, backend, pairs, beginning)) {
            run.train(checkpoints, watch, listener);
            return run.outcome();
        } catch (DivergedException e) {
            boolean kept = checkpoints != null && checkpoints.hasState();
            throw new IllegalStateException(
                    e.getMessage()
                            + (kept
                                    ? "; the last state before is kept in " + checkpoints.folder()
                                            + ", a fit with other settings needs another folder"
                                    : ""),
                    e);
        }
    }
}

package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Learns an encoder from pairs.
 *
 * @param keepProjector whether the projector is wanted at the end
 */
public record Training(
        EncoderShape encoder,
        int dims,
        ProjectorShape projector,
        OptimizerSettings optimizer,
        LearningRate learningRate,
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
     * @param temperature of the neighbourhoods that the neighbourhood loss keeps
     * @param prefixes of the encoder's outputs, ascending, each of which keeps them; the last is all outputs
     */
    public record LossSettings(
            LossKind kind, double lambda, double scale, double margin, double temperature, List<Integer> prefixes)
            implements Serializable {
        /** Before the neighbourhoods are known. */
        public LossSettings(LossKind kind, double lambda, double scale, double margin) {
            this(kind, lambda, scale, margin, Double.NaN, List.of());
        }
    }

    /**
     * What training leaves.
     *
     * @param layers the encoder's layers, folded
     * @param step the number of steps after which these were its layers
     * @param steps how many steps were made
     * @param loss the mean loss of the last tenth of all steps; that of the last one where training ended before
     * @param score that of the layers, where these were chosen by it; otherwise NaN
     * @param projector as it was at the end, or null where it is not wanted
     */
    public record Outcome(
            List<Affine> layers, int step, int steps, double loss, double score, ProjectorFile projector) {}

    /**
     * How wide the loss's input is.
     *
     * @param inputs D
     */
    public static int outputs(LossKind loss, ProjectorShape projector, int dims, int inputs) {
        return loss == LossKind.MSE ? inputs : projector.width() > 0 ? projector.width() : dims;
    }

    /** The same, whose loss keeps neighbourhoods of this temperature, in each of these prefixes of the outputs. */
    public Training withNeighborhoods(double temperature, List<Integer> prefixes) {
        LossSettings other =
                new LossSettings(loss.kind(), loss.lambda(), loss.scale(), loss.margin(), temperature, prefixes);
        return but(projector, other, steps, batchSize);
    }

    /** The same in so many steps of so many pairs. */
    public Training with(int newSteps, int newBatchSize) {
        return but(projector, loss, newSteps, newBatchSize);
    }

    /** The same with another projector. */
    public Training withProjectorWidth(int width) {
        return but(new ProjectorShape(projector.hiddenLayers(), width), loss, steps, batchSize);
    }

    private Training but(ProjectorShape otherProjector, LossSettings otherLoss, int newSteps, int newBatchSize) {
        return new Training(
                encoder,
                dims,
                otherProjector,
                optimizer,
                learningRate,
                otherLoss,
                newSteps,
                newBatchSize,
                seed,
                keepProjector);
    }

    /**
     * How many bytes its matrices take at most, beside the vectors: weights, their gradients and what the optimizer remembers of
     * each, and what the layers make of a batch, there and back. Half as much again is for copies in half precision.
     *
     * @param inputs D
     */
    public long bytes(int inputs) {
        int outputs = outputs(loss.kind(), projector, dims, inputs);
        int remembered = optimizer.kind() == OptimizerKind.ADAM ? 2 : 1;
        long weights = weights(inputs, encoder.width(), encoder.hiddenLayers(), dims)
                + weights(dims, projector.width(), projector.hiddenLayers(), outputs);
        long columns = inputs
                + 2L * encoder.hiddenLayers() * encoder.width()
                + 2L * projector.hiddenLayers() * projector.width()
                + 2L * (dims + outputs);
        long products = 2L * Math.min(outputs, batchSize) * Math.min(outputs, batchSize);
        if (loss.kind() == LossKind.NEIGHBORHOOD) {
            int sizes = Math.max(1, loss.prefixes().size());
            // prefixes are halves of halves: all of them together are at most twice the whole
            columns += inputs + (sizes > 1 ? 6L : 3L) * outputs;
            products = 2L * (1 + sizes) * batchSize * batchSize;
        }
        long floats = (2L + remembered) * weights + 2 * (2L * batchSize) * columns + products;
        return floats * Float.BYTES * 3 / 2;
    }

    private static long weights(long inputs, long width, int hiddenLayers, long outputs) {
        return hiddenLayers == 0
                ? inputs * outputs
                : inputs * width + (hiddenLayers - 1L) * width * width + width * outputs;
    }

    /**
     * @param checkpoints where to begin and what to keep, or null
     * @param watch or null
     */
    public Outcome run(
            Backend backend,
            TwinSource pairs,
            InitialState beginning,
            Checkpoints checkpoints,
            EarlyStopping watch,
            ProgressListener listener)
            throws IOException {
        try (TrainingRun run = new TrainingRun(this, backend, pairs, beginning)) {
            run.train(checkpoints, watch, listener);
            return run.outcome();
        } catch (DivergedException e) {
            if (checkpoints == null || !checkpoints.hasState()) {
                throw e;
            }
            throw new DivergedException(
                    e,
                    "the last state before is kept in " + checkpoints.folder()
                            + ", a fit with other settings needs another folder");
        }
    }
}

package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.LossKind;
import dev.tldr4j.learn.OptimizerKind;
import dev.tldr4j.learn.Progress;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.Parameter;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * Learns an encoder from pairs.
 *
 * @param encoderPace how many times the learning rate the encoder follows; the projector follows it as it is
 */
public record Training(
        EncoderShape encoder,
        int dims,
        ProjectorShape projector,
        OptimizerKind optimizer,
        double learningRate,
        double encoderPace,
        LossSettings loss,
        int steps,
        int batchSize,
        long seed) {

    /**
     * Which loss, and its numbers; each kind looks at its own.
     *
     * @param scale multiplies the Barlow Twins loss and so its gradients; Adam does not care, LARS hardly does
     */
    public record LossSettings(LossKind kind, double lambda, double scale, double margin) {}

    /** What training leaves: the encoder's layers, folded, and the mean loss of the last tenth of steps. */
    public record Outcome(List<Affine> layers, double loss) {}

    /**
     * @param coordinates the coordinates in which to learn, row-major [r × D]; a linear encoder starts at the first of them;
     *     null to learn on the inputs as they are, from random weights
     * @param checkpoints where to begin and what to keep, or null
     */
    public Outcome run(
            Backend backend,
            TwinSource pairs,
            double[] mean,
            float[] coordinates,
            Checkpoints checkpoints,
            ProgressListener listener)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int rows = 2 * batchSize;
        int inputs = mean.length;
        EncoderNetwork learned = coordinates != null && encoder.isLinear()
                ? EncoderNetwork.firstCoordinates(backend, rows, coordinates, inputs, dims, encoderPace)
                : EncoderNetwork.random(backend, encoder, rows, coordinates, inputs, dims, encoderPace, random);
        int outputs = loss.kind() == LossKind.MSE ? inputs : projector.width() > 0 ? projector.width() : dims;
        try (Matrix twins = backend.matrix(rows, inputs);
                TwinNetwork network = new TwinNetwork(
                        backend, learned, rows, dims, projector, outputs, loss(backend, outputs, pairs), random);
                Optimizer update = optimizer == OptimizerKind.ADAM
                        ? Optimizer.adam(backend, network.parameters())
                        : Optimizer.lars(backend, network.parameters())) {
            TrainingState state = state(backend, learned, network, update);
            if (checkpoints != null) {
                checkpoints.restore(state, steps, listener);
            }
            train(backend, pairs, twins, network, update, state, checkpoints, listener);
            return new Outcome(learned.fold(mean), state.lastLoss);
        }
    }

    private static TrainingState state(Backend backend, EncoderNetwork learned, TwinNetwork network, Optimizer update) {
        List<Matrix> matrices = Stream.concat(
                        network.parameters().stream().map(Parameter::value), update.memory().stream())
                .toList();
        return new TrainingState(backend, matrices, learned.runningStatistics());
    }

    private void train(
            Backend backend,
            TwinSource pairs,
            Matrix twins,
            TwinNetwork network,
            Optimizer update,
            TrainingState state,
            Checkpoints checkpoints,
            ProgressListener listener) {
        int batches = Math.max(1, pairs.rows() / batchSize);
        LearningRate rate = new LearningRate(learningRate, steps);
        int lastSteps = (steps + 9) / 10;
        while (state.step < steps) {
            pairs.fill(backend, twins, state.step / batches, state.step % batches);
            double value = network.lossAndGradients(twins);
            if (!Double.isFinite(value)) {
                throw new IllegalStateException("training diverged: the loss at step " + (state.step + 1) + " of "
                        + steps + " is " + value + "; lower the learning rate");
            }
            update.step(state.step, rate.at(state.step));
            state.lastLoss += state.step >= steps - lastSteps ? value / lastSteps : 0;
            state.step++;
            if (checkpoints != null) {
                checkpoints.saveWhenDue(state);
            }
            try {
                listener.progress(new Progress("training", state.step, steps, value));
            } catch (CancellationException e) {
                if (checkpoints != null) {
                    checkpoints.save(state);
                }
                throw e;
            }
        }
    }

    private Loss loss(Backend backend, int outputs, TwinSource pairs) {
        return switch (loss.kind()) {
            case BARLOW -> Loss.barlowTwins(backend, outputs, (float) loss.lambda(), (float) loss.scale());
            case MSE -> Loss.reconstruction(backend, pairs.deviation());
            case CONTRASTIVE -> Loss.contrastive(backend, (float) loss.margin());
        };
    }
}

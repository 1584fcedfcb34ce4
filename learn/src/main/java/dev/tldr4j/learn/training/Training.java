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
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import java.util.List;
import java.util.SplittableRandom;

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
     */
    public Outcome run(
            Backend backend, TwinSource pairs, double[] mean, float[] coordinates, ProgressListener listener) {
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
            int batches = Math.max(1, pairs.rows() / batchSize);
            LearningRate rate = new LearningRate(learningRate, steps);
            int lastSteps = (steps + 9) / 10;
            double lastLoss = 0;
            for (int step = 0; step < steps; step++) {
                pairs.fill(backend, twins, step / batches, step % batches);
                double loss = network.lossAndGradients(twins);
                if (!Double.isFinite(loss)) {
                    throw new IllegalStateException("training diverged: the loss at step " + (step + 1) + " of " + steps
                            + " is " + loss + "; lower the learning rate");
                }
                update.step(step, rate.at(step));
                lastLoss += step >= steps - lastSteps ? loss / lastSteps : 0;
                listener.progress(new Progress("training", step + 1, steps, loss));
            }
            return new Outcome(learned.fold(mean), lastLoss);
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

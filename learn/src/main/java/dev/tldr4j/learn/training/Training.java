package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.OptimizerKind;
import dev.tldr4j.learn.Progress;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.vectors.Vectors;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Learns an encoder from pairs of neighbours.
 *
 * @param encoderPace how many times the learning rate the encoder follows; the projector follows it as it is
 * @param lossScale multiplies the loss and so every gradient; Adam does not care, LARS with a trust ratio hardly does
 */
public record Training(
        EncoderShape encoder,
        int dims,
        int neighbors,
        ProjectorShape projector,
        OptimizerKind optimizer,
        double learningRate,
        double encoderPace,
        double lambda,
        double lossScale,
        int steps,
        int batchSize,
        long seed) {

    /** What training leaves: the encoder's layers, folded, and the mean loss of the last tenth of steps. */
    public record Outcome(List<Affine> layers, double loss) {}

    /**
     * @param coordinates the coordinates in which to learn, row-major [r × D]; a linear encoder starts at the first of them;
     *     null to learn on the inputs as they are, from random weights
     * @param mean of every input dimension
     */
    public Outcome run(
            Backend backend,
            Vectors vectors,
            NeighborGraph graph,
            double[] mean,
            float[] coordinates,
            ProgressListener listener) {
        NeighborPairs pairs = new NeighborPairs(vectors, graph, neighbors, mean, batchSize, seed);
        SplittableRandom random = new SplittableRandom(seed);
        int rows = 2 * batchSize;
        EncoderNetwork learned = coordinates != null && encoder.isLinear()
                ? EncoderNetwork.firstCoordinates(backend, rows, coordinates, vectors.dims(), dims, encoderPace)
                : EncoderNetwork.random(backend, encoder, rows, coordinates, vectors.dims(), dims, encoderPace, random);
        try (Matrix twins = backend.matrix(rows, vectors.dims());
                TwinNetwork network = new TwinNetwork(
                        backend, learned, rows, dims, projector, (float) lambda, (float) lossScale, random);
                Optimizer update = optimizer == OptimizerKind.ADAM
                        ? Optimizer.adam(backend, network.parameters())
                        : Optimizer.lars(backend, network.parameters())) {
            int batches = pairs.batchesPerEpoch();
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
}

package dev.tldr4j.learn.training;

import dev.tldr4j.learn.OptimizerKind;
import dev.tldr4j.learn.Progress;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.LinearEncoder;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;

/**
 * Learns a linear encoder from pairs of neighbours.
 *
 * @param encoderPace how many times the learning rate the encoder follows; the projector follows it as it is
 * @param lossScale multiplies the loss and so every gradient; Adam does not care, LARS with a trust ratio hardly does
 */
public record Training(
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

    /** What training leaves: the folded weight [dims × D], row-major, and the mean loss of the last tenth of steps. */
    public record Outcome(float[] weight, double loss) {}

    /**
     * @param coordinates the coordinates in which to learn, starting at the first of them, row-major [r × D]; null to start
     *     from random weights on the inputs as they are
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
        LinearEncoder encoder = coordinates == null
                ? LinearEncoder.random(backend, rows, vectors.dims(), dims, encoderPace, random)
                : LinearEncoder.inCoordinates(backend, rows, coordinates, vectors.dims(), dims, encoderPace);
        try (Matrix twins = backend.matrix(rows, vectors.dims());
                TwinNetwork network = new TwinNetwork(
                        backend, encoder, rows, dims, projector, (float) lambda, (float) lossScale, random);
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
            return new Outcome(encoder.foldedWeight(), lastLoss);
        }
    }
}

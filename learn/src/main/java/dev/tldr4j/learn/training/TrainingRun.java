package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.Head;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.Parameter;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One training with all that it works on. */
final class TrainingRun implements AutoCloseable {
    private final Training training;
    private final Backend backend;
    private final TwinSource pairs;
    private final Matrix twins;
    private final EncoderNetwork encoder;
    private final Head head;
    private final TwinNetwork network;
    private final Optimizer optimizer;
    private final Steps steps;
    private final TrainingState state;

    TrainingRun(Training training, Backend backend, TwinSource pairs, InitialState beginning) {
        this.training = training;
        this.backend = backend;
        this.pairs = pairs;
        int inputs = pairs.dims();
        int rows = 2 * training.batchSize();
        SplittableRandom random = new SplittableRandom(training.seed());
        this.twins = backend.matrix(rows, inputs);
        this.steps = backend.steps(twins, pairs, this::step);
        this.encoder = encoder(beginning, random);
        int outputs = Training.outputs(training.loss().kind(), training.projector(), training.dims(), inputs);
        this.head = new Head(
                backend,
                2,
                training.batchSize(),
                training.dims(),
                training.projector(),
                outputs,
                loss(outputs),
                random);
        if (beginning.projector() != null) {
            head.startAt(beginning.projector());
        }
        this.network = new TwinNetwork(encoder, head);
        this.optimizer = training.optimizer().create(backend, network.parameters());
        List<Matrix> matrices = Stream.of(
                        network.parameters().stream().map(Parameter::value),
                        optimizer.memory().stream(),
                        encoder.runningStatistics().stream())
                .flatMap(each -> each)
                .toList();
        this.state = new TrainingState(backend, matrices);
    }

    private EncoderNetwork encoder(InitialState beginning, SplittableRandom random) {
        List<Affine> start = beginning.encoder();
        if (start != null && training.encoder().isLinear()) {
            return EncoderNetwork.linear(
                    backend, twins.rows(), twins.cols(), start.get(0).weight());
        }
        EncoderNetwork made =
                EncoderNetwork.random(backend, training.encoder(), twins.rows(), twins.cols(), training.dims(), random);
        if (start != null) {
            steps.fill(0);
            made.startAs(start, twins);
        }
        return made;
    }

    private Loss loss(int outputs) {
        Training.LossSettings loss = training.loss();
        return switch (loss.kind()) {
            case BARLOW -> Loss.barlowTwins(backend, outputs, (float) loss.lambda(), (float) loss.scale());
            case MSE -> Loss.reconstruction(backend, pairs.deviation());
            case CONTRASTIVE -> Loss.contrastive(backend, (float) loss.margin());
            case NEIGHBORHOOD -> Loss.neighborhoods(backend, prefixes(outputs), loss.temperature(), pairs.queries());
        };
    }

    private List<Integer> prefixes(int outputs) {
        List<Integer> given = training.loss().prefixes();
        // what a projector makes of the outputs has no prefixes
        return given.size() < 2 ? List.of(outputs) : given;
    }

    /** Trains to the end. */
    void train(Checkpoints checkpoints, EarlyStopping watch, ProgressListener listener) throws IOException {
        int last = training.steps();
        if (checkpoints != null) {
            checkpoints.restore(state, last, listener);
        }
        long began = System.nanoTime();
        if (state.step == 0 && watch != null) {
            listener.trained(report(0, Double.NaN, Double.NaN, Double.NaN, began, watch));
        }
        while (state.step < last && !(watch != null && watch.hasEnough(state, last))) {
            List<TrainingReport> reports = advance(watch, began);
            if (checkpoints != null) {
                checkpoints.saveWhenDue(state);
            }
            for (TrainingReport report : reports) {
                tell(report, checkpoints, listener);
            }
        }
    }

    /** The state as it is. */
    SharedState shared() {
        return new SharedState(state.step, state.loss, state.values());
    }

    void goOnFrom(SharedState from) {
        state.step = from.step();
        state.setValues(from.values());
    }

    /** Makes so many steps, or those that are left; the state's loss is their mean. */
    SharedState steps(int count) {
        double sum = 0;
        int last = Math.min(training.steps(), state.step + count);
        int first = state.step;
        while (state.step < last) {
            double[] losses = run(Math.min(steps.maxStepsPerCall(), last - state.step));
            for (double loss : losses) {
                sum += loss;
            }
        }
        return new SharedState(state.step, sum / Math.max(1, last - first), state.values());
    }

    /** As many steps as the backend runs at once, but none beyond one after which something is to be measured. */
    private List<TrainingReport> advance(EarlyStopping watch, long began) throws IOException {
        int first = state.step;
        int count = 1;
        while (count < steps.maxStepsPerCall() && !isStop(first + count, watch)) {
            count++;
        }
        long before = System.nanoTime();
        double[] losses = run(count);
        double pairsPerSecond = count * training.batchSize() / ((System.nanoTime() - before) / 1e9);
        List<TrainingReport> reports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            reports.add(report(first + i + 1, losses[i], rate(first + i), pairsPerSecond, began, watch));
        }
        return reports;
    }

    private double[] run(int count) {
        double[] losses = steps.run(
                state.step,
                IntStream.range(state.step, state.step + count)
                        .mapToDouble(this::rate)
                        .toArray());
        for (double loss : losses) {
            take(loss);
        }
        return losses;
    }

    private double rate(int step) {
        return training.learningRate().at(step, training.steps());
    }

    private boolean isStop(int step, EarlyStopping watch) {
        return step == training.steps() || watch != null && watch.isDue(step, training.steps());
    }

    private void step(Steps steps) {
        network.lossAndGradients(twins, steps);
        optimizer.step(steps);
    }

    private void take(double loss) {
        int last = training.steps();
        int lastSteps = (last + 9) / 10;
        state.loss = loss;
        if (!Double.isFinite(loss)) {
            throw new DivergedException("the loss at step " + (state.step + 1) + " of " + last + " is " + loss);
        }
        state.lastLoss += state.step >= last - lastSteps ? loss / lastSteps : 0;
        state.step++;
    }

    private TrainingReport report(
            int step, double loss, double rate, double pairsPerSecond, long began, EarlyStopping watch)
            throws IOException {
        double score = Double.NaN;
        if (watch != null && watch.isDue(step, training.steps())) {
            score = watch.measure(fold(), state);
        }
        return new TrainingReport(
                step,
                training.steps(),
                loss,
                rate,
                pairsPerSecond,
                (System.nanoTime() - began) / 1e9,
                watch == null ? null : watch.name(),
                score);
    }

    private void tell(TrainingReport report, Checkpoints checkpoints, ProgressListener listener) {
        try {
            listener.trained(report);
            listener.progress(new Progress("training", report.step(), training.steps(), report.loss()));
        } catch (CancellationException e) {
            if (checkpoints != null) {
                checkpoints.save(state);
            }
            throw e;
        }
    }

    List<Affine> fold() {
        try {
            return encoder.fold();
        } catch (InvalidInputException e) {
            throw new DivergedException("after step " + state.step + " of " + training.steps()
                    + " the encoder has weights that are not finite");
        }
    }

    Training.Outcome outcome() {
        double loss = state.step < training.steps() ? state.loss : state.lastLoss;
        ProjectorFile kept = training.keepProjector() ? head.keepProjector() : null;
        return state.best == null
                ? new Training.Outcome(fold(), state.step, state.step, loss, Double.NaN, kept)
                : new Training.Outcome(state.best, state.bestStep, state.step, loss, state.bestScore, kept);
    }

    @Override
    public void close() {
        steps.close();
        twins.close();
        network.close();
        optimizer.close();
    }
}

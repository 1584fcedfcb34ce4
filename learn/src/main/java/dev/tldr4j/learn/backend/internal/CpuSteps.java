package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.BatchSource;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import java.nio.FloatBuffer;

/** Steps that are run anew each time. */
final class CpuSteps implements Steps {
    /** Rows of a batch in a task. */
    private static final int ROWS = 64;

    private final Workers workers;
    private final NativeMatrix batch;
    private final BatchSource source;
    private final Step step;
    private int number;
    private double rate;
    private double loss;

    CpuSteps(Workers workers, NativeMatrix batch, BatchSource source, Step step) {
        this.workers = workers;
        this.batch = batch;
        this.source = source;
        this.step = step;
    }

    @Override
    public int maxStepsPerCall() {
        return 1;
    }

    @Override
    public void fill(int which) {
        workers.runRanges(batch.rows(), ROWS, (from, end) -> {
            FloatBuffer view = batch.buffer().duplicate();
            view.position(from * batch.cols());
            for (int row = from; row < end; row++) {
                source.read(which, row, view);
            }
        });
    }

    @Override
    public double[] run(int first, double[] rates) {
        double[] losses = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            number = first + i;
            rate = rates[i];
            loss = 0;
            fill(number);
            step.run(this);
            losses[i] = loss;
        }
        return losses;
    }

    /** Of the step that is run now, from 0. */
    int step() {
        return number;
    }

    double rate() {
        return rate;
    }

    void addLoss(double more) {
        loss += more;
    }

    @Override
    public void close() {}
}

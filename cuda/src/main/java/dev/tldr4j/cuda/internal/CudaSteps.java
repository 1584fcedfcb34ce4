package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.tldr4j.learn.backend.BatchSource;
import dev.tldr4j.learn.backend.Steps;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * Steps on the card: the first is done as it comes, the second recorded, and from then on what was recorded is repeated. The host
 * comes back after many of them only.
 */
final class CudaSteps implements Steps {
    /** Enough to keep the host out of the way; few enough that progress is seen and an interruption heard. */
    private static final int AT_ONCE = 64;

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final Gpu gpu;
    private final Batches batches;
    private final Step step;
    private final MemorySegment hostRates;
    private final MemorySegment hostLosses;
    private final long rates;
    private final long adamRates;
    private final long losses;
    private final long now;
    private boolean wasRun;
    private MemorySegment recorded;

    CudaSteps(Gpu gpu, GpuMatrix batch, BatchSource source, Step step, long reserved) {
        this.gpu = gpu;
        this.step = step;
        this.rates = gpu.allocate(AT_ONCE * (long) Float.BYTES);
        this.adamRates = gpu.allocate(2L * AT_ONCE * Float.BYTES);
        this.losses = gpu.allocate(AT_ONCE * (long) Double.BYTES);
        this.now = gpu.allocate(Integer.BYTES);
        this.hostRates = gpu.allocatePinned(3L * AT_ONCE * Float.BYTES);
        this.hostLosses = gpu.allocatePinned(AT_ONCE * (long) Double.BYTES);
        this.batches = source.numbered()
                .flatMap(numbered ->
                        ResidentBatches.load(gpu, batch, numbered, now, AT_ONCE, gpu.freeBytes() - reserved))
                .orElseGet(() -> new StreamedBatches(gpu, batch, source));
    }

    /** How batches come to the card. */
    interface Batches extends AutoCloseable {
        /** Before the steps from this one on. */
        void prepare(int first, int count);

        /** Before each of them, by the host. */
        void bring(int step);

        /** In each of them: on the card, so that it can be recorded. */
        void gather();

        /** While the card is at work on them. */
        void lookAhead(int next, int count);

        @Override
        void close();
    }

    @Override
    public int maxStepsPerCall() {
        return AT_ONCE;
    }

    @Override
    public void fill(int which) {
        batches.prepare(which, 1);
        gpu.zero(now, Integer.BYTES);
        batches.bring(which);
        batches.gather();
    }

    @Override
    public double[] run(int first, double[] given) {
        int count = given.length;
        batches.prepare(first, count);
        uploadRates(first, given);
        gpu.zero(losses, AT_ONCE * (long) Double.BYTES);
        gpu.zero(now, Integer.BYTES);
        for (int i = 0; i < count; i++) {
            batches.bring(first + i);
            if (!wasRun || gpu.isWatched()) {
                oneStep();
                wasRun = true;
            } else {
                if (recorded == null) {
                    recorded = gpu.record(this::oneStep);
                }
                gpu.repeat(recorded);
            }
        }
        gpu.download(hostLosses, losses, count * (long) Double.BYTES);
        batches.lookAhead(first + count, AT_ONCE);
        gpu.await();
        return IntStream.range(0, count)
                .mapToDouble(i -> hostLosses.getAtIndex(JAVA_DOUBLE, i))
                .toArray();
    }

    private void oneStep() {
        batches.gather();
        step.run(this);
        gpu.launch("tick", 1, 1, 1, 1, now);
    }

    private void uploadRates(int first, double[] given) {
        for (int i = 0; i < given.length; i++) {
            double correction = Math.sqrt(1 - Math.pow(BETA2, first + i + 1.0));
            hostRates.setAtIndex(JAVA_FLOAT, i, (float) given[i]);
            hostRates.setAtIndex(JAVA_FLOAT, AT_ONCE + 2L * i, (float)
                    (given[i] * correction / (1 - Math.pow(BETA1, first + i + 1.0))));
            hostRates.setAtIndex(JAVA_FLOAT, AT_ONCE + 2L * i + 1, (float) (EPSILON * correction));
        }
        gpu.upload(rates, hostRates, AT_ONCE * (long) Float.BYTES);
        gpu.upload(adamRates, hostRates.asSlice(AT_ONCE * (long) Float.BYTES), 2L * AT_ONCE * Float.BYTES);
    }

    /** Where kernels find the steps' learning rates, the same with Adam's corrections, losses, and the number of the step. */
    long rates() {
        return rates;
    }

    long adamRates() {
        return adamRates;
    }

    long losses() {
        return losses;
    }

    long now() {
        return now;
    }

    @Override
    public void close() {
        gpu.await();
        if (recorded != null) {
            gpu.forget(recorded);
        }
        batches.close();
        gpu.freePinned(hostRates);
        gpu.freePinned(hostLosses);
        for (long pointer : new long[] {rates, adamRates, losses, now}) {
            gpu.free(pointer);
        }
    }

    /** Fills host memory with a batch's rows, or row numbers, by all processors. */
    static void writeNumbers(BatchSource.Numbered source, int first, int count, int rows, MemorySegment into) {
        IntStream.range(0, count * rows)
                .parallel()
                .forEach(i -> into.setAtIndex(JAVA_INT, i, source.number(first + i / rows, i % rows)));
    }
}

package dev.tldr4j.cuda.internal;

import dev.tldr4j.learn.backend.BatchSource.Numbered;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** All vectors on the card, as floats or, where these do not fit, as half-precision floats; batches are gathered there. */
final class ResidentBatches implements CudaSteps.Batches {
    /** Memory is given out in pieces, some of which stay unused. */
    private static final double SHARE = 0.95;

    private final Gpu gpu;
    private final GpuMatrix batch;
    private final Numbered source;
    private final boolean halves;
    private final long table;
    private final long numbers;
    private final long now;
    private final MemorySegment[] hostNumbers;
    private int current;
    private int preparedFirst = -1;
    private int preparedCount;

    private ResidentBatches(Gpu gpu, GpuMatrix batch, Numbered source, boolean halves, long now, int maxStepsPerCall) {
        this.gpu = gpu;
        this.batch = batch;
        this.source = source;
        this.halves = halves;
        this.now = now;
        this.table = gpu.allocate((long) source.vectors() * batch.cols() * (halves ? Short.BYTES : Float.BYTES));
        long bytes = (long) maxStepsPerCall * batch.rows() * Integer.BYTES;
        this.numbers = gpu.allocate(bytes);
        this.hostNumbers = new MemorySegment[] {gpu.allocatePinned(bytes), gpu.allocatePinned(bytes)};
        upload();
    }

    /** Empty where these bytes are not enough for the vectors in either form. */
    static Optional<CudaSteps.Batches> load(
            Gpu gpu, GpuMatrix batch, Numbered source, long now, int maxStepsPerCall, long bytes) {
        long count = (long) source.vectors() * batch.cols();
        double room = SHARE * bytes;
        if (count * Short.BYTES > room) {
            return Optional.empty();
        }
        return Optional.of(new ResidentBatches(gpu, batch, source, count * Float.BYTES > room, now, maxStepsPerCall));
    }

    private void upload() {
        int cols = batch.cols();
        int blockRows = RowUpload.blockRows(source.vectors(), cols);
        long staged = halves ? gpu.allocate((long) blockRows * cols * Float.BYTES) : 0;
        try {
            RowUpload.run(gpu, source.vectors(), cols, source::readVector, (staging, first, rows) -> {
                long count = (long) rows * cols;
                if (halves) {
                    gpu.upload(staged, staging, count * Float.BYTES);
                    gpu.launch(
                            "to_half_array",
                            Gpu.MANY_BLOCKS,
                            1,
                            256,
                            1,
                            staged,
                            table + (long) first * cols * Short.BYTES,
                            count);
                } else {
                    gpu.upload(table + (long) first * cols * Float.BYTES, staging, count * Float.BYTES);
                }
            });
        } finally {
            if (halves) {
                gpu.free(staged);
            }
        }
    }

    @Override
    public void prepare(int first, int count) {
        if (preparedFirst != first || preparedCount < count) {
            CudaSteps.writeNumbers(source, first, count, batch.rows(), hostNumbers[current]);
        }
        gpu.upload(numbers, hostNumbers[current], (long) count * batch.rows() * Integer.BYTES);
        current = 1 - current;
        preparedFirst = -1;
    }

    @Override
    public void lookAhead(int next, int count) {
        CudaSteps.writeNumbers(source, next, count, batch.rows(), hostNumbers[current]);
        preparedFirst = next;
        preparedCount = count;
    }

    @Override
    public void bring(int step) {
        // it is on the card already
    }

    @Override
    public void gather() {
        String kernel = halves ? "gather_halves" : "gather_floats";
        gpu.launch(kernel, batch.rows(), 1, 256, 1, table, numbers, now, batch.cols(), batch.floatsToWrite());
    }

    @Override
    public void close() {
        gpu.free(table);
        gpu.free(numbers);
        for (MemorySegment memory : hostNumbers) {
            gpu.freePinned(memory);
        }
    }
}

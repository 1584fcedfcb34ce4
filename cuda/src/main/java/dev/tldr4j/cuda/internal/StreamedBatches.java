package dev.tldr4j.cuda.internal;

import dev.tldr4j.learn.backend.BatchSource;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/** Batches that the host puts together while the card is at work on those before. */
final class StreamedBatches implements CudaSteps.Batches {
    /** Batches on their way at the same time. */
    private static final int BUFFERS = 3;

    private final Gpu gpu;
    private final GpuMatrix batch;
    private final BatchSource source;
    private final MemorySegment[] staging = new MemorySegment[BUFFERS];
    private final CudaEvent[] uploaded = new CudaEvent[BUFFERS];
    private int next;

    StreamedBatches(Gpu gpu, GpuMatrix batch, BatchSource source) {
        this.gpu = gpu;
        this.batch = batch;
        this.source = source;
        for (int i = 0; i < BUFFERS; i++) {
            staging[i] = gpu.allocatePinned(batch.bytes());
            uploaded[i] = gpu.moment();
        }
    }

    @Override
    public void prepare(int first, int count) {
        // one at a time
    }

    @Override
    public void bring(int step) {
        uploaded[next].await();
        FloatBuffer buffer =
                staging[next].asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
        IntStream.range(0, batch.rows())
                .parallel()
                .forEach(row -> source.read(step, row, buffer.duplicate().position(row * batch.cols())));
        gpu.upload(batch.floatsToWrite(), staging[next], batch.bytes());
        gpu.mark(uploaded[next]);
        next = (next + 1) % BUFFERS;
    }

    @Override
    public void gather() {
        // the host has brought it
        batch.floatsToWrite();
    }

    @Override
    public void lookAhead(int next, int count) {
        // one at a time
    }

    @Override
    public void close() {
        for (int i = 0; i < BUFFERS; i++) {
            gpu.freePinned(staging[i]);
            uploaded[i].close();
        }
    }
}

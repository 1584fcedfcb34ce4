package dev.tldr4j.cuda.internal;

import dev.tldr4j.learn.backend.BatchSource;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/** Batches that the host puts together while the card is at work on the one before. */
final class StreamedBatches implements CudaSteps.Batches {
    private final Gpu gpu;
    private final GpuMatrix batch;
    private final BatchSource source;
    private final MemorySegment staging;
    private final FloatBuffer buffer;

    StreamedBatches(Gpu gpu, GpuMatrix batch, BatchSource source) {
        this.gpu = gpu;
        this.batch = batch;
        this.source = source;
        this.staging = gpu.allocatePinned(batch.bytes());
        this.buffer = staging.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    @Override
    public void prepare(int first, int count) {
        // one at a time
    }

    @Override
    public void bring(int step) {
        IntStream.range(0, batch.rows())
                .parallel()
                .forEach(row -> source.read(step, row, buffer.duplicate().position(row * batch.cols())));
        gpu.upload(batch.pointer(), staging, batch.bytes());
        // the next one is written into the same memory; what was put on the stream before this still runs meanwhile
        gpu.await();
        batch.changed();
    }

    @Override
    public void gather() {
        // the host has brought it
    }

    @Override
    public void lookAhead(int next, int count) {
        // one at a time
    }

    @Override
    public void close() {
        gpu.freePinned(staging);
    }
}

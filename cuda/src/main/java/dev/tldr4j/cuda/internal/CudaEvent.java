package dev.tldr4j.cuda.internal;

import java.lang.foreign.MemorySegment;

/** A moment in a stream of work on the card: CUDA's event. */
final class CudaEvent implements AutoCloseable {
    private final Driver driver;
    private final MemorySegment event;

    CudaEvent(Driver driver) {
        this.driver = driver;
        this.event = driver.createEvent();
    }

    /** The moment when all that was put on the stream until now is done. */
    void markOn(MemorySegment stream) {
        driver.record(event, stream);
    }

    /** What is put on the stream from now on waits for it. */
    void holdBack(MemorySegment stream) {
        driver.wait(stream, event);
    }

    /** Until it has come. */
    void await() {
        driver.synchronizeEvent(event);
    }

    /** From another one, which must have come like this one. */
    float millisecondsSince(CudaEvent other) {
        return driver.milliseconds(other.event, event);
    }

    @Override
    public void close() {
        driver.destroyEvent(event);
    }
}

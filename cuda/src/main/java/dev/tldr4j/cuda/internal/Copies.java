package dev.tldr4j.cuda.internal;

import java.lang.foreign.MemorySegment;

/** Copies to the card and from it that run beside the work there, which waits for them where it must. */
final class Copies implements AutoCloseable {
    private final Driver driver;
    private final MemorySegment work;
    private final MemorySegment up;
    private final MemorySegment down;

    Copies(Driver driver, MemorySegment work) {
        this.driver = driver;
        this.work = work;
        this.up = driver.createStream();
        this.down = driver.createStream();
    }

    /** Returns before it is done. */
    void upload(long to, MemorySegment from, long bytes) {
        driver.copyToDevice(to, from, bytes, up);
    }

    /** Work that is asked for afterwards waits for all uploads until now. */
    void uploaded(CudaEvent moment) {
        moment.markOn(up);
        moment.holdBack(work);
    }

    /** Waits for the work that was asked for before. */
    void download(MemorySegment to, long from, long bytes, CudaEvent worked, CudaEvent downloaded) {
        worked.markOn(work);
        worked.holdBack(down);
        driver.copyToHost(to, from, bytes, down);
        downloaded.markOn(down);
    }

    @Override
    public void close() {
        driver.synchronize(up);
        driver.synchronize(down);
        driver.destroyStream(up);
        driver.destroyStream(down);
    }
}

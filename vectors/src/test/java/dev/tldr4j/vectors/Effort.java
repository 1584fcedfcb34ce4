package dev.tldr4j.vectors;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * What a piece of work took.
 *
 * @param bytes how much this thread allocated on the heap
 * @param seconds of CPU, since the machine may have other work
 */
record Effort(long bytes, double seconds) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    interface Work {
        void run() throws IOException;
    }

    static Effort of(Work work) throws IOException {
        long begin = THREADS.getCurrentThreadCpuTime();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return new Effort(
                THREADS.getCurrentThreadAllocatedBytes() - before, (THREADS.getCurrentThreadCpuTime() - begin) / 1e9);
    }
}

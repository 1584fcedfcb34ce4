package dev.tldr4j.learn.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory of this machine, or of the container we are in. */
public final class AvailableMemory {
    private AvailableMemory() {}

    /** In bytes, whatever of it is in use. */
    public static long total() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }
}

package dev.tldr4j.learn.device;

/** Where a fit computes. */
public enum DeviceChoice {
    /** On the processor. */
    CPU,
    /** On an NVIDIA card; a fit fails where there is none. */
    CUDA,
    /** On an NVIDIA card where there is one, else on the processor. */
    AUTO
}

package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Device;
import dev.tldr4j.learn.backend.Precision;
import dev.tldr4j.learn.backend.internal.CpuBackend;

/** Where a fit computes, and in which precision it may. */
record Compute(DeviceChoice device, Precision precision, int threads) {
    Backend open(ProgressListener listener) {
        if (device != DeviceChoice.CPU) {
            try {
                return Device.named("cuda").open(precision);
            } catch (InvalidInputException e) {
                if (device == DeviceChoice.CUDA) {
                    throw e;
                }
                listener.note("training on the CPU: " + e.getMessage());
            }
        }
        return new CpuBackend(threads);
    }
}

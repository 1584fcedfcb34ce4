package dev.tldr4j.learn.device;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;

/** Where a fit computes, and in which precision it may. */
public record Compute(DeviceChoice device, Precision precision) {

    /** The device, or null for the CPU. */
    public OpenDevice open(ProgressListener listener) {
        return open(device, listener);
    }

    /** The device that was chosen, or null for the CPU. */
    public static OpenDevice open(DeviceChoice choice, ProgressListener listener) {
        if (choice == DeviceChoice.CPU) {
            return null;
        }
        try {
            return Device.named("cuda").open();
        } catch (InvalidInputException e) {
            if (choice == DeviceChoice.CUDA) {
                throw e;
            }
            listener.note("this runs on the CPU: " + e.getMessage());
            return null;
        }
    }
}

package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.Device;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.device.Precision;

/** Where a fit computes, and in which precision it may. */
record Compute(DeviceChoice device, Precision precision) {

    /** The device, or null for the CPU. */
    OpenDevice open(ProgressListener listener) {
        return open(device, listener);
    }

    /** The device that was chosen, or null for the CPU. */
    static OpenDevice open(DeviceChoice choice, ProgressListener listener) {
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

package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.training.Training;

/** Whether a device has the memory that a training takes. */
final class DeviceRoom {
    private DeviceRoom() {}

    /**
     * Refuses a training that is too large, and says which projector would fit.
     *
     * @param device null for the CPU, whose memory is not looked at
     */
    static void require(OpenDevice device, Training training, int inputDims) {
        if (device == null) {
            return;
        }
        long free = device.freeBytes();
        long needed = training.bytes(inputDims);
        if (needed <= free) {
            return;
        }
        int width = training.projector().width();
        while (width > 0 && training.withProjectorWidth(width).bytes(inputDims) > free) {
            width /= 2;
        }
        throw new InvalidInputException("learning with the projector " + training.projector() + " and batches of "
                + training.batchSize() + " takes " + (needed >> 20) + " MB of " + device.name() + ", which has "
                + (free >> 20) + " MB free; "
                + (width > 0
                        ? "the projector mlp-" + training.projector().hiddenLayers() + "-" + width + " would fit"
                        : "smaller batches may fit, or --device cpu"));
    }
}

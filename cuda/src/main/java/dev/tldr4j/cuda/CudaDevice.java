package dev.tldr4j.cuda;

import dev.tldr4j.cuda.internal.CudaException;
import dev.tldr4j.cuda.internal.OpenCudaDevice;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.Device;
import dev.tldr4j.learn.device.OpenDevice;

/** An NVIDIA card. */
public final class CudaDevice implements Device {
    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public OpenDevice open() {
        try {
            return new OpenCudaDevice();
        } catch (CudaException e) {
            throw new InvalidInputException("no NVIDIA card can be used: " + e.getMessage(), e);
        }
    }
}

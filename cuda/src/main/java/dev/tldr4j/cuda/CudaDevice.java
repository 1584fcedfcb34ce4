package dev.tldr4j.cuda;

import dev.tldr4j.cuda.internal.CudaBackend;
import dev.tldr4j.cuda.internal.CudaException;
import dev.tldr4j.cuda.internal.Gpu;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Device;
import dev.tldr4j.learn.backend.Precision;

/** An NVIDIA card. */
public final class CudaDevice implements Device {
    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public Backend open(Precision precision) {
        try {
            return new CudaBackend(Gpu.open(), precision);
        } catch (CudaException e) {
            throw new InvalidInputException("no NVIDIA card can be used: " + e.getMessage(), e);
        }
    }
}

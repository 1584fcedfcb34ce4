package dev.tldr4j.cuda.internal;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** The first NVIDIA card of the machine, at work. */
public final class OpenCudaDevice implements OpenDevice {
    private final Gpu gpu = Gpu.open();

    @Override
    public String name() {
        return gpu.name();
    }

    @Override
    public long freeBytes() {
        return gpu.freeBytes();
    }

    @Override
    public Backend backend(Precision precision, long bytes) {
        return new CudaBackend(gpu, precision, bytes);
    }

    @Override
    public int mostNeighbors() {
        return CudaNeighbors.MOST_NEIGHBORS;
    }

    @Override
    public int[] neighbors(Vectors vectors, int k, Metric metric, ProgressListener listener) {
        return new CudaNeighbors(gpu).nearest(vectors, k, metric, listener);
    }

    @Override
    public void encode(Encoder encoder, Vectors vectors, VectorWriter writer, ProgressListener listener)
            throws IOException {
        try (CudaEncoder onCard = new CudaEncoder(gpu, encoder, vectors.rows())) {
            onCard.encode(vectors, writer, listener);
        }
    }

    @Override
    public void close() {
        gpu.close();
    }
}

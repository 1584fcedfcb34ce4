package dev.tldr4j.learn.encode;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.device.Compute;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.TemporaryVectors;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes whole files at the speed of the matrix product. The same numbers as {@link Encoder#encode} up to float rounding.
 * Rows are streamed: memory does not grow with their number.
 */
public final class BatchEncoder {
    /** Rows a thread encodes at a time: a product of this size runs at full speed, and its input stays in the cache. */
    private static final int BLOCK = 512;

    /** Blocks that are encoded before they are written together. */
    private static final int BLOCKS = 16;

    private final Encoder encoder;
    private final int threads;
    private final DeviceChoice device;

    public BatchEncoder(Encoder encoder, int threads) {
        this(encoder, threads, DeviceChoice.CPU);
    }

    /** @param device where to multiply; on a card the threads given do not count */
    public BatchEncoder(Encoder encoder, int threads, DeviceChoice device) {
        this.encoder = encoder;
        this.threads = threads;
        this.device = device;
    }

    /** Encodes into a temporary file, which is deleted when the result is closed. */
    public Vectors encode(Vectors vectors, ProgressListener listener) throws IOException {
        return TemporaryVectors.write(
                vectors.name(), vectors.rows(), encoder.outputDims(), writer -> encode(vectors, writer, listener));
    }

    /** The same on a device that is open already, or on the CPU where it is null. */
    public Vectors encode(Vectors vectors, OpenDevice opened, ProgressListener listener) throws IOException {
        return TemporaryVectors.write(
                vectors.name(),
                vectors.rows(),
                encoder.outputDims(),
                writer -> encode(vectors, writer, opened, listener));
    }

    /** Writes one encoded row for every row; refuses a row that is not finite, by name. The caller finishes the writer. */
    public void encode(Vectors vectors, VectorWriter writer, ProgressListener listener) throws IOException {
        // null on the CPU
        try (OpenDevice opened = Compute.open(device, listener)) {
            encode(vectors, writer, opened, listener);
        }
    }

    private void encode(Vectors vectors, VectorWriter writer, OpenDevice opened, ProgressListener listener)
            throws IOException {
        if (vectors.dims() != encoder.inputDims()) {
            throw new InvalidInputException(vectors.name() + " has " + vectors.dims()
                    + " dimensions, but the model takes " + encoder.inputDims() + "; encode what it was learned for");
        }
        if (opened == null) {
            encodeHere(vectors, writer, listener);
        } else {
            opened.encode(encoder, vectors, writer, listener);
        }
    }

    private void encodeHere(Vectors vectors, VectorWriter writer, ProgressListener listener) throws IOException {
        int outputs = encoder.outputDims();
        int rows = vectors.rows();
        int atOnce = BLOCK * BLOCKS;
        int groups = (rows + atOnce - 1) / atOnce;
        // one group is written while the next is encoded
        FloatBuffer[] encoded = {outputs(Math.min(rows, atOnce)), outputs(Math.min(Math.max(0, rows - atOnce), atOnce))
        };
        ProgressCounter done = new ProgressCounter("encoding", groups, listener);
        try (Workers workers = new Workers(threads);
                Workspaces scratches = new Workspaces(encoder)) {
            for (int group = 0; group <= groups; group++) {
                int first = group * atOnce;
                int count = Math.max(0, Math.min(atOnce, rows - first));
                int blocks = (count + BLOCK - 1) / BLOCK;
                FloatBuffer into = encoded[group % 2];
                FloatBuffer last = encoded[(group + 1) % 2];
                boolean writes = group > 0;
                workers.run(writes ? blocks + 1 : blocks, scratches::borrow, (task, workspace) -> {
                    int block = writes ? task - 1 : task;
                    if (block < 0) {
                        write(last, writer);
                    } else {
                        int row = block * BLOCK;
                        workspace.encode(vectors, first + row, Math.min(BLOCK, count - row), into, row * outputs);
                    }
                });
                into.limit(count * outputs);
                if (writes) {
                    done.oneMore();
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private FloatBuffer outputs(int rows) {
        return ByteBuffer.allocateDirect(rows * encoder.outputDims() * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    private static void write(FloatBuffer encoded, VectorWriter writer) {
        try {
            writer.write(encoded.duplicate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the bias, then: a ReLU between layers, the unit length after the last where it is asked for. */
    static void finish(float[] line, float[] bias, boolean last, boolean normalized) {
        for (int j = 0; j < line.length; j++) {
            line[j] += bias[j];
        }
        if (!last) {
            for (int j = 0; j < line.length; j++) {
                line[j] = Math.max(0f, line[j]);
            }
        } else if (normalized) {
            FloatVectors.toLengthOne(line);
        }
    }

    /** The matrices in which threads work, kept from one group of blocks to the next. */
    private static final class Workspaces implements AutoCloseable {
        private final Encoder encoder;
        private final List<NativeMatrix> weights = new ArrayList<>();
        private final List<Workspace> free = new ArrayList<>();

        Workspaces(Encoder encoder) {
            this.encoder = encoder;
            for (Affine layer : encoder.layers()) {
                NativeMatrix weight = new NativeMatrix(layer.outputDims(), layer.inputDims());
                weight.buffer().put(0, layer.weight());
                weights.add(weight);
            }
        }

        synchronized Workspace borrow() {
            return free.isEmpty() ? new Workspace(this) : free.remove(free.size() - 1);
        }

        synchronized void giveBack(Workspace workspace) {
            free.add(workspace);
        }

        @Override
        public void close() {
            weights.forEach(NativeMatrix::close);
            free.forEach(Workspace::free);
        }
    }

    private static final class Workspace implements Workers.Workspace {
        private final Workspaces owner;
        private final List<Affine> layers;
        private final NativeMatrix input;
        private final List<NativeMatrix> outputs = new ArrayList<>();

        Workspace(Workspaces owner) {
            this.owner = owner;
            this.layers = owner.encoder.layers();
            this.input = new NativeMatrix(BLOCK, owner.encoder.inputDims());
            for (Affine layer : layers) {
                outputs.add(new NativeMatrix(BLOCK, layer.outputDims()));
            }
        }

        public void encode(Vectors vectors, int from, int count, FloatBuffer into, int at) {
            vectors.read(from, count, input.buffer().duplicate().clear());
            NativeMatrix x = input;
            for (int i = 0; i < layers.size(); i++) {
                NativeMatrix y = outputs.get(i);
                OpenBlas.dots(x.rows(0, count), owner.weights.get(i), y);
                boolean last = i == layers.size() - 1;
                float[] bias = layers.get(i).bias();
                float[] line = new float[bias.length];
                for (int row = 0; row < count; row++) {
                    y.get(row, 0, line, 0, line.length);
                    finish(line, bias, last, owner.encoder.isNormalized());
                    if (last) {
                        requireFinite(line, vectors, from + row);
                        into.put(at + row * line.length, line);
                    } else {
                        y.put(row, 0, line, 0, line.length);
                    }
                }
                x = y;
            }
        }

        /** A number that is not finite makes every output so: looking at the few outputs checks the many inputs. */
        private static void requireFinite(float[] line, Vectors vectors, int row) {
            float sum = 0;
            for (float value : line) {
                sum += value * 0f;
            }
            if (sum != 0) {
                vectors.requireFinite(row, 1);
                throw new InvalidInputException(
                        vectors.name() + ": row " + vectors.sourceRow(row) + " is too large to be encoded in floats");
            }
        }

        @Override
        public void close() {
            owner.giveBack(this);
        }

        void free() {
            input.close();
            outputs.forEach(NativeMatrix::close);
        }
    }
}

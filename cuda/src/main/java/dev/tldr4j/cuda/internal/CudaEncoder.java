package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.cuda.internal.CublasLt.Shape;
import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Progress;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Encodes rows on the card, in floats. Blocks of rows go round: while one is read from the file, the one before is copied to the
 * card, the one before that multiplied, and an earlier one written.
 */
final class CudaEncoder implements AutoCloseable {
    /** Of a block: copies of this size run at full speed. */
    private static final long BLOCK_BYTES = 32L << 20;

    /** Blocks on their way at the same time. */
    private static final int BLOCKS = 4;

    /** Rows that a thread reads at a time. */
    private static final int TOGETHER = 64;

    private final Gpu gpu;
    private final Encoder encoder;
    private final List<Affine> layers;
    private final int blockRows;
    private final List<Long> weights = new ArrayList<>();
    private final List<Long> biases = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final Copies copies;

    CudaEncoder(Gpu gpu, Encoder encoder, int rows) {
        this.gpu = gpu;
        this.encoder = encoder;
        this.layers = encoder.layers();
        int widest = encoder.inputDims();
        for (Affine layer : layers) {
            widest = Math.max(widest, layer.outputDims());
        }
        this.blockRows = (int) Math.max(1, Math.min(rows, BLOCK_BYTES / Float.BYTES / widest));
        this.copies = gpu.copies();
        try (Arena arena = Arena.ofConfined()) {
            for (Affine layer : layers) {
                weights.add(uploaded(layer.weight(), arena));
                biases.add(uploaded(layer.bias(), arena));
            }
            gpu.await();
        }
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(new Block());
        }
    }

    private long uploaded(float[] values, Arena arena) {
        long pointer = gpu.allocate((long) values.length * Float.BYTES);
        gpu.upload(pointer, arena.allocateFrom(JAVA_FLOAT, values), (long) values.length * Float.BYTES);
        return pointer;
    }

    void encode(Vectors vectors, VectorWriter writer, ProgressListener listener) throws IOException {
        int rows = vectors.rows();
        // one thread writes, in the order of the blocks
        try (ExecutorService writing = Executors.newSingleThreadExecutor()) {
            writing.submit(gpu::use).get();
            List<Future<?>> written = new ArrayList<>();
            for (int from = 0, i = 0; from < rows; from += blockRows, i++) {
                if (i >= BLOCKS) {
                    written.get(i - BLOCKS).get();
                    listener.progress(Progress.of("encoding", i - BLOCKS + 1L, (rows + blockRows - 1) / blockRows));
                }
                Block block = blocks.get(i % BLOCKS);
                int first = from;
                int count = Math.min(blockRows, rows - from);
                block.read(vectors, first, count);
                block.start(count);
                written.add(writing.submit(() -> block.write(vectors, first, count, writer)));
            }
            for (Future<?> each : written) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException io) {
                throw io.getCause();
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.util.concurrent.CancellationException("encoding was interrupted");
        }
    }

    /** Rows on their way, with memory for them here and on the card. */
    private final class Block implements AutoCloseable {
        private final MemorySegment input = gpu.allocatePinned((long) blockRows * encoder.inputDims() * Float.BYTES);
        private final MemorySegment output = gpu.allocatePinned((long) blockRows * encoder.outputDims() * Float.BYTES);
        private final FloatBuffer inputNumbers = numbers(input);
        private final FloatBuffer outputNumbers = numbers(output);
        private final long inputOnCard = gpu.allocate(input.byteSize());
        private final List<Long> outputsOnCard = new ArrayList<>();
        private final Moment uploaded = gpu.moment();
        private final Moment multiplied = gpu.moment();
        private final Moment downloaded = gpu.moment();

        Block() {
            for (Affine layer : layers) {
                outputsOnCard.add(gpu.allocate((long) blockRows * layer.outputDims() * Float.BYTES));
            }
        }

        private static FloatBuffer numbers(MemorySegment memory) {
            return memory.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
        }

        void read(Vectors vectors, int first, int count) {
            IntStream.range(0, (count + TOGETHER - 1) / TOGETHER).parallel().forEach(part -> {
                int from = part * TOGETHER;
                FloatBuffer into = inputNumbers.duplicate().position(from * vectors.dims());
                vectors.read(first + from, Math.min(TOGETHER, count - from), into);
            });
        }

        void start(int count) {
            copies.upload(inputOnCard, input, (long) count * encoder.inputDims() * Float.BYTES, uploaded);
            long x = inputOnCard;
            for (int i = 0; i < layers.size(); i++) {
                Affine layer = layers.get(i);
                long y = outputsOnCard.get(i);
                int width = layer.outputDims();
                Shape shape = new Shape(count, width, layer.inputDims(), false, true, Inputs.FLOAT);
                gpu.multiply(shape, 1, x, weights.get(i), 0, y);
                boolean last = i == layers.size() - 1;
                boolean unit = last && encoder.isNormalized();
                gpu.launch("finish_rows", count, 1, 256, 1, y, biases.get(i), width, last ? 0 : 1, unit ? 1 : 0);
                x = y;
            }
            copies.download(output, x, (long) count * encoder.outputDims() * Float.BYTES, multiplied, downloaded);
        }

        void write(Vectors vectors, int first, int count, VectorWriter writer) {
            downloaded.await();
            int width = encoder.outputDims();
            for (int row = 0; row < count; row++) {
                float sum = 0;
                for (int j = 0; j < width; j++) {
                    sum += outputNumbers.get(row * width + j) * 0f;
                }
                if (sum != 0) {
                    vectors.requireFinite(first + row, 1);
                    throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(first + row)
                            + " is too large to be encoded in floats");
                }
            }
            try {
                writer.write(outputNumbers.duplicate().position(0).limit(count * width));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            gpu.freePinned(input);
            gpu.freePinned(output);
            gpu.free(inputOnCard);
            outputsOnCard.forEach(gpu::free);
            uploaded.close();
            multiplied.close();
            downloaded.close();
        }
    }

    @Override
    public void close() {
        copies.close();
        gpu.await();
        blocks.forEach(Block::close);
        weights.forEach(gpu::free);
        biases.forEach(gpu::free);
    }
}

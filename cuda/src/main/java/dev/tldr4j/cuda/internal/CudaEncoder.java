package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.cuda.internal.CublasLt.Shape;
import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Encodes rows on the card, in floats. Several lanes, a thread each, take blocks of rows all the way: through pinned memory to the
 * card, and from the card to the file. A lane has two blocks: while the card is at work on one, it brings the other.
 */
final class CudaEncoder implements AutoCloseable {
    /** Of a block: copies of this size run at full speed. */
    private static final long BLOCK_BYTES = 8L << 20;

    private static final int MOST_LANES = 16;

    /** Before the outputs of a block: whether one of them is not finite. As long as addresses should be aligned. */
    private static final long HEAD_BYTES = 256;

    private final Gpu gpu;
    private final Encoder encoder;
    private final List<Affine> layers;
    private final int blockRows;
    private final List<Long> weights = new ArrayList<>();
    private final List<Long> biases = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();

    CudaEncoder(Gpu gpu, Encoder encoder, int rows) {
        this.gpu = gpu;
        this.encoder = encoder;
        this.layers = encoder.layers();
        int widest = encoder.inputDims();
        for (Affine layer : layers) {
            widest = Math.max(widest, layer.outputDims());
        }
        this.blockRows = (int) Math.max(1, Math.min(rows, BLOCK_BYTES / Float.BYTES / widest));
        try (Arena arena = Arena.ofConfined()) {
            for (Affine layer : layers) {
                weights.add(uploaded(layer.weight(), arena));
                biases.add(uploaded(layer.bias(), arena));
            }
            gpu.await();
        }
        int most = Math.min(MOST_LANES, Math.max(2, Runtime.getRuntime().availableProcessors()));
        for (int i = 0; i < Math.min(most, (rows + blockRows - 1) / blockRows); i++) {
            lanes.add(new Lane());
        }
    }

    private long uploaded(float[] values, Arena arena) {
        long pointer = gpu.allocate((long) values.length * Float.BYTES);
        gpu.upload(pointer, arena.allocateFrom(JAVA_FLOAT, values), (long) values.length * Float.BYTES);
        return pointer;
    }

    void encode(Vectors vectors, VectorWriter writer, ProgressListener listener) throws IOException {
        Job job = new Job(vectors, writer, listener);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(lanes.size())) {
            for (Lane lane : lanes) {
                all.add(threads.submit(() -> {
                    try {
                        gpu.use();
                        lane.run(job);
                    } catch (Throwable e) {
                        job.fail(e);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            job.fail(new CancellationException("encoding was interrupted"));
        }
        job.rethrow();
    }

    /** A file to encode: who takes which block, and whose turn it is to write where rows must come one after the other. */
    private final class Job {
        private final Vectors vectors;
        private final VectorWriter writer;
        private final ProgressListener listener;
        private final int blocks;
        private int taken;
        private int written;
        private Throwable failure;

        Job(Vectors vectors, VectorWriter writer, ProgressListener listener) {
            this.vectors = vectors;
            this.writer = writer;
            this.listener = listener;
            this.blocks = (vectors.rows() + blockRows - 1) / blockRows;
        }

        /** The number of a block that nobody else takes, or -1 where nothing is left to do. */
        synchronized int take() {
            return failure != null || taken == blocks ? -1 : taken++;
        }

        void write(int block, MemorySegment rows) throws IOException {
            if (writer.writesInPlace()) {
                writer.writeInPlace((long) block * blockRows, rows.asByteBuffer());
            }
            synchronized (this) {
                if (!writer.writesInPlace()) {
                    awaitTurn(block);
                    writer.write(numbers(rows));
                }
                written++;
                notifyAll();
                listener.progress(Progress.of("encoding", written, blocks));
            }
        }

        private void awaitTurn(int block) {
            try {
                while (written < block && failure == null) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new CancellationException("encoding was interrupted");
            }
            if (failure != null) {
                throw new CancellationException("another block failed");
            }
        }

        synchronized void fail(Throwable cause) {
            if (failure == null) {
                failure = cause;
            }
            notifyAll();
        }

        synchronized void rethrow() throws IOException {
            if (failure instanceof IOException io) {
                throw io;
            }
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }

    private static FloatBuffer numbers(MemorySegment memory) {
        return memory.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    private final class Lane implements AutoCloseable {
        private final Copies copies = gpu.copies();
        private final List<Block> blocks = List.of(new Block(copies), new Block(copies));

        void run(Job job) throws IOException {
            try {
                int turn = 0;
                for (int number = job.take(); number >= 0; number = job.take()) {
                    blocks.get(turn).finish(job);
                    blocks.get(turn).start(job, number);
                    turn = 1 - turn;
                }
                blocks.get(turn).finish(job);
                blocks.get(1 - turn).finish(job);
            } finally {
                blocks.forEach(Block::abandon);
            }
        }

        @Override
        public void close() {
            copies.close();
            blocks.forEach(Block::close);
        }
    }

    /** Rows on their way, with memory for them here and on the card. */
    private final class Block implements AutoCloseable {
        private final Copies copies;
        private final MemorySegment input = gpu.allocatePinned((long) blockRows * encoder.inputDims() * Float.BYTES);
        private final MemorySegment output =
                gpu.allocatePinned(HEAD_BYTES + (long) blockRows * encoder.outputDims() * Float.BYTES);
        private final long inputOnCard = gpu.allocate(input.byteSize());
        /** Of every layer, after the block's head. */
        private final List<Long> outputsOnCard = new ArrayList<>();

        private final CudaEvent uploaded = gpu.moment();
        private final CudaEvent multiplied = gpu.moment();
        private final CudaEvent downloaded = gpu.moment();
        private int number;
        /** How many rows are on their way; 0 while it is free. */
        private int count;

        Block(Copies copies) {
            this.copies = copies;
            for (Affine layer : layers) {
                outputsOnCard.add(gpu.allocate(HEAD_BYTES + (long) blockRows * layer.outputDims() * Float.BYTES));
            }
        }

        void start(Job job, int number) {
            this.number = number;
            int first = number * blockRows;
            int rows = Math.min(blockRows, job.vectors.rows() - first);
            // pages pinned where they lie would save this copy; pinning them takes longer, and all of it four times as
            // long
            job.vectors.read(first, rows, numbers(input));
            copies.upload(inputOnCard, input, (long) rows * encoder.inputDims() * Float.BYTES);
            count = rows;
            synchronized (gpu) {
                multiply();
            }
        }

        private void multiply() {
            copies.uploaded(uploaded);
            long x = inputOnCard;
            long head = outputsOnCard.getLast();
            gpu.zero(head, Integer.BYTES);
            for (int i = 0; i < layers.size(); i++) {
                Affine layer = layers.get(i);
                long y = outputsOnCard.get(i) + HEAD_BYTES;
                int width = layer.outputDims();
                Shape shape = new Shape(count, width, layer.inputDims(), false, true, Inputs.FLOAT);
                gpu.multiply(shape, 1, x, weights.get(i), 0, y);
                boolean last = i == layers.size() - 1;
                boolean unit = last && encoder.isNormalized();
                int relu = last ? 0 : 1;
                gpu.launch("finish_rows", count, 1, 256, 1, y, biases.get(i), width, relu, unit ? 1 : 0, head);
                x = y;
            }
            copies.download(
                    output,
                    head,
                    HEAD_BYTES + (long) count * encoder.outputDims() * Float.BYTES,
                    multiplied,
                    downloaded);
        }

        /** Writes what the card has made of it, if it was started. */
        void finish(Job job) throws IOException {
            if (count == 0) {
                return;
            }
            MemorySegment rows = output.asSlice(HEAD_BYTES, (long) count * encoder.outputDims() * Float.BYTES);
            arrive();
            if (output.get(JAVA_INT, 0) != 0) {
                requireFinite(job.vectors, numbers(rows));
            }
            job.write(number, rows);
        }

        private void arrive() {
            count = 0;
            downloaded.await();
        }

        /** After a failure: nothing may be under way when memory is freed. */
        void abandon() {
            if (count > 0) {
                arrive();
            }
        }

        /** A number between layers that was too large need not show in the outputs; then they are what the CPU gives, too. */
        private void requireFinite(Vectors vectors, FloatBuffer numbers) {
            for (int i = 0; i < numbers.limit(); i++) {
                if (!Float.isFinite(numbers.get(i))) {
                    int row = number * blockRows + i / encoder.outputDims();
                    vectors.requireFinite(row, 1);
                    throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(row)
                            + " is too large to be encoded in floats");
                }
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
        gpu.await();
        lanes.forEach(Lane::close);
        weights.forEach(gpu::free);
        biases.forEach(gpu::free);
    }
}

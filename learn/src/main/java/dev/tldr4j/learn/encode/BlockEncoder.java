package dev.tldr4j.learn.encode;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes blocks of rows on the caller's thread, for those who bring their rows, and threads, themselves. The same numbers as
 * {@link Encoder#encode} up to float rounding. For one thread at a time.
 */
public abstract sealed class BlockEncoder implements AutoCloseable {
    /** The most rows of a block: a product of this size runs at full speed, and its input stays in the cache. */
    public static final int ROWS = 512;

    private BlockEncoder() {}

    /** One matrix product a block, or, where OpenBLAS is not there for this machine, the encoder's own Java. */
    public static BlockEncoder of(Encoder encoder) {
        try {
            return new Products(encoder);
        } catch (LinkageError | IllegalStateException e) {
            return withoutNativeCode(encoder);
        }
    }

    static BlockEncoder withoutNativeCode(Encoder encoder) {
        return new PlainJava(encoder);
    }

    /**
     * Encodes vectors in a flat array, one after another.
     *
     * @param count at most {@link #ROWS}
     * @param into takes {@code count} outputs, one after another
     */
    public abstract void encode(float[] vectors, int count, float[] into);

    @Override
    public abstract void close();

    private static final class PlainJava extends BlockEncoder {
        private final Encoder encoder;

        PlainJava(Encoder encoder) {
            this.encoder = encoder;
        }

        @Override
        public void encode(float[] vectors, int count, float[] into) {
            encoder.encode(vectors, count, into);
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    private static final class Products extends BlockEncoder {
        private final Encoder encoder;
        private final List<Affine> layers;
        private final List<float[]> biases = new ArrayList<>();
        private final NativeMatrix input;
        private final List<NativeMatrix> weights = new ArrayList<>();
        private final List<NativeMatrix> outputs = new ArrayList<>();

        Products(Encoder encoder) {
            this.encoder = encoder;
            this.layers = encoder.layers();
            this.input = new NativeMatrix(ROWS, encoder.inputDims());
            for (Affine layer : layers) {
                NativeMatrix weight = new NativeMatrix(layer.outputDims(), layer.inputDims());
                weight.buffer().put(0, layer.weight());
                weights.add(weight);
                biases.add(layer.bias());
                outputs.add(new NativeMatrix(ROWS, layer.outputDims()));
            }
        }

        @Override
        public void encode(float[] vectors, int count, float[] into) {
            if (count == 0) {
                return;
            }
            input.buffer().put(0, vectors, 0, count * encoder.inputDims());
            NativeMatrix x = input;
            for (int i = 0; i < layers.size(); i++) {
                NativeMatrix y = outputs.get(i);
                OpenBlas.dots(x.rows(0, count), weights.get(i), y);
                boolean last = i == layers.size() - 1;
                float[] line = new float[y.cols()];
                for (int row = 0; row < count; row++) {
                    y.get(row, 0, line, 0, line.length);
                    BatchEncoder.finish(line, biases.get(i), last, encoder.isNormalized());
                    if (last) {
                        System.arraycopy(line, 0, into, row * line.length, line.length);
                    } else {
                        y.put(row, 0, line, 0, line.length);
                    }
                }
                x = y;
            }
        }

        @Override
        public void close() {
            input.close();
            weights.forEach(NativeMatrix::close);
            outputs.forEach(NativeMatrix::close);
        }
    }
}

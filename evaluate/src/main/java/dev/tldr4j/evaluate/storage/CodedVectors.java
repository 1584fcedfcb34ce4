package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.function.Consumer;

/** Vectors kept as codes of a few bytes each, and decoded as they are read. Closing it does nothing. */
final class CodedVectors implements Vectors {
    /** Codes are kept in arrays of so many rows: one array could not hold more than 2³¹ bytes. */
    private static final int CHUNK = 65_536;

    private final RowCode code;
    private final Vectors source;
    private final byte[][] codes;

    private CodedVectors(Vectors source, RowCode code) {
        this.code = code;
        this.source = source;
        this.codes = new byte[(source.rows() + CHUNK - 1) / CHUNK][];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = new byte[Math.multiplyExact(Math.min(CHUNK, source.rows() - i * CHUNK), code.bytes())];
        }
    }

    static CodedVectors of(Vectors vectors, RowCode code, ProgressListener listener) {
        CodedVectors coded = new CodedVectors(vectors, code);
        int[] next = {0};
        forEachRow(vectors, "storing", listener, row -> {
            code.encode(row, coded.codes[next[0] / CHUNK], coded.at(next[0]));
            next[0]++;
        });
        return coded;
    }

    /** Shows every row in turn, always in the same array; refuses one that is not finite, by name. */
    static void forEachRow(Vectors vectors, String stage, ProgressListener listener, Consumer<float[]> visitor) {
        int rows = vectors.rows();
        int block = Math.max(1, 65_536 / vectors.dims());
        float[] row = new float[vectors.dims()];
        FloatBuffer numbers = FloatBuffer.allocate(Math.multiplyExact(Math.min(block, rows), vectors.dims()));
        for (int from = 0; from < rows; from += block) {
            int count = Math.min(block, rows - from);
            vectors.requireFinite(from, count);
            vectors.read(from, count, numbers.clear());
            numbers.flip();
            for (int i = 0; i < count; i++) {
                numbers.get(row);
                visitor.accept(row);
            }
            listener.progress(Progress.of(stage, from + count, rows));
        }
    }

    /** Where a row's code begins in its chunk. */
    private int at(int row) {
        return row % CHUNK * code.bytes();
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public int rows() {
        return source.rows();
    }

    @Override
    public int dims() {
        return source.dims();
    }

    @Override
    public ElementType type() {
        return ElementType.F4;
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Objects.checkFromIndexSize(from, count, rows());
        float[] row = new float[dims()];
        for (int i = from; i < from + count; i++) {
            code.decode(codes[i / CHUNK], at(i), row);
            into.put(row);
        }
    }

    @Override
    public int sourceRow(int row) {
        return source.sourceRow(row);
    }
}

package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * Vectors kept as their codes, and decoded as they are read. An exact search among them finds what a search on compressed
 * vectors with queries in full precision would. Closing it does nothing, nor to the vectors it was made from.
 */
public final class QuantizedVectors implements Vectors {
    /** Codes are kept in arrays of so many rows: one array could not hold more than 2³¹ bytes. */
    private static final int CHUNK = 65_536;

    private final ProductQuantizer quantizer;
    private final Vectors source;
    private final int rows;
    private final byte[][] codes;

    private QuantizedVectors(ProductQuantizer quantizer, Vectors source) {
        this.quantizer = quantizer;
        this.source = source;
        this.rows = source.rows();
        this.codes = new byte[(rows + CHUNK - 1) / CHUNK][];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = new byte[Math.multiplyExact(Math.min(CHUNK, rows - i * CHUNK), quantizer.bytes())];
        }
    }

    static QuantizedVectors of(ProductQuantizer quantizer, Vectors vectors, int threads, ProgressListener listener) {
        QuantizedVectors quantized = new QuantizedVectors(quantizer, vectors);
        int block = RowQuantizer.BLOCK; // a chunk is a whole number of blocks
        int blocks = (vectors.rows() + block - 1) / block;
        ProgressCounter done = new ProgressCounter("quantizing", blocks, listener);
        try (Workers workers = new Workers(threads)) {
            workers.run(blocks, quantizer::rowQuantizer, (task, workspace) -> {
                int from = task * block;
                int count = Math.min(block, vectors.rows() - from);
                workspace.encode(vectors, from, count, quantized.codes[from / CHUNK], quantized.at(from));
                done.oneMore();
            });
        }
        return quantized;
    }

    /** Where a row's code begins in its chunk. */
    private int at(int row) {
        return row % CHUNK * quantizer.bytes();
    }

    /** What made the codes and decodes them. */
    public ProductQuantizer quantizer() {
        return quantizer;
    }

    /** The sum of the entries that a row's code names in a table for a query: its distance or product. */
    public float sum(float[] table, int row) {
        byte[] chunk = codes[row / CHUNK];
        int at = at(row);
        float sum = 0;
        for (int i = 0; i < quantizer.bytes(); i++) {
            sum += table[i * ProductQuantizer.TABLE_WIDTH + (chunk[at + i] & 0xff)];
        }
        return sum;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int dims() {
        return quantizer.dims();
    }

    @Override
    public ElementType type() {
        return ElementType.F4;
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Objects.checkFromIndexSize(from, count, rows);
        for (int row = from; row < from + count; ) {
            int together = Math.min(from + count - row, CHUNK - row % CHUNK);
            quantizer.decode(codes[row / CHUNK], at(row), together, into);
            row += together;
        }
    }

    @Override
    public int sourceRow(int row) {
        return source.sourceRow(row);
    }
}

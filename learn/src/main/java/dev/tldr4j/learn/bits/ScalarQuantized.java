package dev.tldr4j.learn.bits;

import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/** Vectors as a search engine has them that stores each number in a few bits. Closing it does nothing. */
public final class ScalarQuantized implements Vectors {
    private final Vectors source;
    private final ScalarQuantizer quantizer;
    private final float[] mean;

    private ScalarQuantized(Vectors source, ScalarQuantizer quantizer, float[] mean) {
        this.source = source;
        this.quantizer = quantizer;
        this.mean = mean;
    }

    public static ScalarQuantized of(Vectors vectors, int bits, int threads) {
        float[] mean = new float[vectors.dims()];
        try (Workers workers = new Workers(threads)) {
            double[] means = ColumnMeans.of(vectors, workers, ProgressListener.SILENT);
            for (int j = 0; j < mean.length; j++) {
                mean[j] = (float) means[j];
            }
        }
        return new ScalarQuantized(vectors, ScalarQuantizer.lucene(bits), mean);
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
        int start = into.position();
        source.read(from, count, into);
        float[] row = new float[dims()];
        for (int i = 0; i < count; i++) {
            int at = start + i * row.length;
            into.get(at, row);
            for (int j = 0; j < row.length; j++) {
                row[j] -= mean[j];
            }
            quantizer.quantize(row);
            for (int j = 0; j < row.length; j++) {
                row[j] += mean[j];
            }
            into.put(at, row);
        }
    }

    @Override
    public int sourceRow(int row) {
        return source.sourceRow(row);
    }
}

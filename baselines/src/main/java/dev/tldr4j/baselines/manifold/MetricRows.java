package dev.tldr4j.baselines.manifold;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/** Rows between which Euclidean distances mean what the metric means by near: with cosine, all of length 1. */
public record MetricRows(Vectors vectors, Metric metric) {
    public int dims() {
        return vectors.dims();
    }

    public void read(int row, float[] into) {
        vectors.read(row, 1, FloatBuffer.wrap(into));
        metric.prepare(into);
    }

    /** In four sums that do not wait for each other. */
    static float squaredDistance(float[] one, float[] other) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int j = 0;
        for (; j + 4 <= one.length; j += 4) {
            float first = one[j] - other[j];
            float second = one[j + 1] - other[j + 1];
            float third = one[j + 2] - other[j + 2];
            float fourth = one[j + 3] - other[j + 3];
            a += first * first;
            b += second * second;
            c += third * third;
            d += fourth * fourth;
        }
        for (; j < one.length; j++) {
            a += (one[j] - other[j]) * (one[j] - other[j]);
        }
        return a + b + (c + d);
    }
}

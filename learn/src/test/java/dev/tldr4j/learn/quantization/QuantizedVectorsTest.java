package dev.tldr4j.learn.quantization;

import static dev.tldr4j.learn.quantization.Data.SILENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantizedVectorsTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsReadTogetherAreThoseReadOneByOneAcrossChunks(boolean optimized) {
        float[][] some = Data.askew(1000, 5, 1);
        ProductQuantizer quantizer = Data.train(some, 2, optimized);
        int rows = 66_000; // more than a chunk of 65,536
        float[] many = new float[rows * 5];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(some[row % 1000], 0, many, row * 5, 5);
        }
        QuantizedVectors quantized = quantizer.quantize(Vectors.of(many, 5), 2, SILENT);
        assertThat(quantized.rows()).isEqualTo(rows);
        FloatBuffer together = FloatBuffer.allocate(600 * 5);
        quantized.read(65_300, 600, together);
        assertThat(together.remaining()).isZero();
        for (int i = 0; i < 600; i++) {
            FloatBuffer decoded = FloatBuffer.allocate(5);
            quantizer.decode(quantizer.encode(Vectors.of(some), (65_300 + i) % 1000, 1), decoded);
            for (int j = 0; j < 5; j++) {
                assertThat(together.get(i * 5 + j)).isCloseTo(decoded.get(j), within(1e-5f));
            }
        }
        assertThatThrownBy(() -> quantized.read(rows - 1, 2, FloatBuffer.allocate(10)))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExactSearchFindsWhatTheTablesSay(boolean optimized) {
        Vectors base = Vectors.of(Data.askew(2000, 12, 2));
        Vectors queries = Vectors.of(Data.askew(2100, 12, 2)).select(2001, 2050, 2099);
        ProductQuantizer quantizer = ProductQuantizer.train(base, 6, optimized, 2, 1, SILENT);
        QuantizedVectors quantized = quantizer.quantize(base, 2, SILENT);
        for (Metric metric : new Metric[] {Metric.L2, Metric.DOT}) {
            int[] nearest = new ExactSearch(metric, 2).nearest(quantized, queries, 1, SILENT);
            for (int q = 0; q < 3; q++) {
                float[] query = Data.read(queries, q);
                boolean l2 = metric == Metric.L2;
                float[] table = l2 ? quantizer.squaredDistances(query) : quantizer.dotProducts(query);
                float sign = l2 ? -1 : 1;
                float best = Float.NEGATIVE_INFINITY;
                for (int row = 0; row < base.rows(); row++) {
                    best = Math.max(best, sign * quantized.sum(table, row));
                }
                assertThat(sign * quantized.sum(table, nearest[q])).isCloseTo(best, within(1e-5f));
            }
        }
    }

    @Test
    void rowsKeepTheNamesOfTheirSource() {
        Vectors source = Vectors.of(Data.gaussian(50, 3, 1)).select(40, 41, 42);
        ProductQuantizer quantizer = ProductQuantizer.train(source, 1, false, 1, 1, SILENT);
        QuantizedVectors quantized = quantizer.quantize(source, 1, SILENT);
        assertThat(quantized.name()).isEqualTo(source.name());
        assertThat(quantized.sourceRow(1)).isEqualTo(41);
        assertThat(quantized.quantizer()).isSameAs(quantizer);
    }
}

package dev.tldr4j.cuda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.BatchSource.Numbered;
import dev.tldr4j.learn.device.Precision;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Vectors that lie on the card. */
class ResidentBatchesTest {
    private static final int VECTORS = 50;
    private static final int COLS = 7;
    private static final int ROWS = 12;

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    @Test
    void areFloatsWhereTheseFit() {
        assertThat(batch(VECTORS * COLS * 5L)).containsExactly(expected(), within(0f));
    }

    @Test
    void areHalvesWhereFloatsDoNotFit() {
        assertThat(batch(VECTORS * COLS * 3L)).containsExactly(expected(), within(0.05f));
    }

    @Test
    void areNotThereWhereNothingFits() {
        assertThat(batch(VECTORS * COLS)).isEmpty();
    }

    private static float[] batch(long bytes) {
        try (Gpu gpu = Gpu.open();
                CudaBackend backend = new CudaBackend(gpu, Precision.FP32, 0)) {
            GpuMatrix batch = new GpuMatrix(gpu, ROWS, COLS);
            long now = gpu.allocate(Integer.BYTES);
            gpu.zero(now, Integer.BYTES);
            return ResidentBatches.load(gpu, batch, source(), now, 4, bytes)
                    .map(batches -> {
                        batches.prepare(3, 2);
                        gpu.launch("tick", 1, 1, 1, 1, now);
                        batches.gather();
                        float[] values = backend.get(batch);
                        batches.close();
                        return values;
                    })
                    .orElse(new float[0]);
        }
    }

    private static float[] expected() {
        float[] values = new float[ROWS * COLS];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(source().number(4, i / COLS), i % COLS);
        }
        return values;
    }

    private static float value(int vector, int col) {
        return vector + col / 10f;
    }

    private static Numbered source() {
        return new Numbered() {
            @Override
            public int vectors() {
                return VECTORS;
            }

            @Override
            public void readVector(int number, FloatBuffer into) {
                for (int col = 0; col < COLS; col++) {
                    into.put(value(number, col));
                }
            }

            @Override
            public int number(int step, int row) {
                return (11 * step + 5 * row) % VECTORS;
            }
        };
    }
}

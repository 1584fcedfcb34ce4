package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows of more than two blocks of staging memory. */
class RowUploadTest {
    private static final int ROWS = 45_001;
    private static final int COLS = 777;

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    @Test
    void everyRowComesToItsPlace() {
        assertThat((long) ROWS * COLS * Float.BYTES).isGreaterThan(2 * RowUpload.STAGING_BYTES);
        long bytes = (long) ROWS * COLS * Float.BYTES;
        try (Gpu gpu = Gpu.open();
                Arena arena = Arena.ofConfined()) {
            long table = gpu.allocate(bytes);
            RowUpload.run(
                    gpu,
                    ROWS,
                    COLS,
                    (row, into) -> {
                        for (int col = 0; col < COLS; col++) {
                            into.put(value(row, col));
                        }
                    },
                    (staging, first, rows) -> gpu.upload(
                            table + (long) first * COLS * Float.BYTES, staging, (long) rows * COLS * Float.BYTES));
            MemorySegment back = arena.allocate(bytes, Float.BYTES);
            gpu.download(back, table, bytes);
            gpu.await();
            long wrong = 0;
            for (int row = 0; row < ROWS; row++) {
                for (int col = 0; col < COLS; col++) {
                    wrong += back.getAtIndex(JAVA_FLOAT, (long) row * COLS + col) == value(row, col) ? 0 : 1;
                }
            }
            assertThat(wrong).isZero();
        }
    }

    private static float value(int row, int col) {
        return row + col / 1024f;
    }
}

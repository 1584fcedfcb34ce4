package dev.tldr4j.spark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;

class LevelRunsTest {
    private static LevelRuns of(int width, int... bytes) {
        // not at the start of the memory, nor to its end
        byte[] memory = new byte[bytes.length + 5];
        for (int i = 0; i < bytes.length; i++) {
            memory[i + 2] = (byte) bytes[i];
        }
        LevelRuns levels = new LevelRuns(width);
        levels.start(memory, 2, bytes.length);
        return levels;
    }

    private static List<Integer> read(LevelRuns levels, int count) {
        List<Integer> read = new ArrayList<>();
        while (read.size() < count) {
            read.add(levels.level());
            assertThat(levels.run()).isPositive();
            levels.skip(1);
        }
        return read;
    }

    @Test
    void aRunIsItsLengthTwiceAndItsLevel() {
        LevelRuns levels = of(2, 3 << 1, 3, 1 << 1, 0);
        assertThat(levels.level()).isEqualTo(3);
        assertThat(levels.run()).isEqualTo(3);
        levels.skip(2);
        assertThat(read(levels, 2)).containsExactly(3, 0);
    }

    @Test
    void aLongRunHasALengthOfSeveralBytes() {
        // twice 300 is 600, which is 4 · 128 + 88
        LevelRuns levels = of(1, 0x80 | 88, 4, 1);
        assertThat(levels.level()).isOne();
        assertThat(levels.run()).isEqualTo(300);
    }

    @Test
    void levelsThatDifferStandInBitsFromTheLowest() {
        assertThat(read(of(1, 1 << 1 | 1, 0b1111_1110, 2 << 1, 1), 10)).containsExactly(0, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        assertThat(read(of(2, 1 << 1 | 1, 0b11_10_01_00, 0b00_01_10_11), 8)).containsExactly(0, 1, 2, 3, 3, 2, 1, 0);
    }

    @Test
    void bytesThatNobodyNeedsMayBeMissing() {
        // two groups of eight, of which the second is not there
        assertThat(read(of(1, 2 << 1 | 1, 0b0000_0101), 8)).containsExactly(1, 0, 1, 0, 0, 0, 0, 0);
    }

    @Test
    void levelsThatBreakOffAreRefused() {
        for (LevelRuns levels : List.of(of(1), of(1, 3 << 1), of(1, 0x80), of(2, 1 << 1 | 1))) {
            assertThatThrownBy(levels::level)
                    .isInstanceOf(ParquetDecodingException.class)
                    .hasMessageContaining("break off");
        }
    }
}

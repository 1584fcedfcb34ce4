package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.vectors.Vectors;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LearnTest {
    @Test
    void anEncoderIsLearnedWithTheNativeCodeOfThisMachine() throws Exception {
        Random random = new Random(3);
        float[][] rows = new float[600][16];
        for (float[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = (float) random.nextGaussian() / (1 + i);
            }
        }

        Encoder encoder = Tldr.builder().dims(4).fit(Vectors.of(rows));

        assertEquals(4, encoder.encode(rows[0]).length);
    }
}

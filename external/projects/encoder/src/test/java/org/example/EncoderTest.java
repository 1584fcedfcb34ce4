package org.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.tldr4j.encoder.Encoder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncoderTest {
    @Test
    void anEncoderIsLoadedAndReducesAVector(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        Encoder.affine(new float[] {1, 0, 0, 0, 1, 1}, new float[] {0, 1}, Map.of()).save(file);

        Encoder encoder = Encoder.load(file);

        assertArrayEquals(new float[] {2, 8}, encoder.encode(new float[] {2, 3, 4}));
    }
}

package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeExampleTest {
    private static final int DIMS = 16;

    @Test
    void itRuns(@TempDir Path folder) throws IOException {
        Path docs = folder.resolve("docs.npy");
        SplittableRandom random = new SplittableRandom(1);
        float[] values = new float[100 * DIMS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        try (VectorWriter writer = VectorWriter.create(docs, ElementType.F4, DIMS)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
        float[] shorter = ReadmeExample.run(docs, folder.resolve("encoder.safetensors"), new float[DIMS]);
        assertThat(shorter).hasSize(8);
    }
}

package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the page that learn are alike and take seconds each: one of them is run, the others are compiled. */
class FitFromJavaExampleTest {
    private static final int ROWS = 80;
    private static final int DIMS = 72;

    @TempDir
    Path folder;

    @BeforeEach
    void writeVectors() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        float[] values = new float[ROWS * DIMS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        try (VectorWriter writer = VectorWriter.create(folder.resolve("docs.npy"), ElementType.F4, DIMS)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
    }

    @Test
    void theShortFormGivesAnEncoderThatEncodesTheFile() throws IOException {
        FitFromJavaExample.shortForm(folder);
        Encoder encoder = Encoder.load(folder.resolve("docs-64.safetensors"));
        try (Vectors vectors = Vectors.open(folder.resolve("docs.npy"))) {
            FitFromJavaExample.encodeAFile(folder, encoder, vectors, 2);
        }
        try (Vectors encoded = Vectors.open(folder.resolve("docs-64.npy"))) {
            assertThat(encoded.rows()).isEqualTo(ROWS);
            assertThat(encoded.dims()).isEqualTo(64);
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("docs.npy", "docs-64.safetensors", "docs-64.npy");
    }
}

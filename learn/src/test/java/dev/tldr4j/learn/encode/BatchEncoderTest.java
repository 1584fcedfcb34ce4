package dev.tldr4j.learn.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchEncoderTest {
    private static final int DIMS = 11;

    @Test
    void encodesEveryRowAsTheEncoderDoes() throws Exception {
        float[][] values = random(9000, DIMS); // more than one group of blocks
        Encoder linear = Encoder.affine(flat(random(4, DIMS)), random(1, 4)[0], Map.of());
        Encoder mlp = Encoder.mlp(
                List.of(
                        new Affine(flat(random(6, DIMS)), random(1, 6)[0]),
                        new Affine(flat(random(3, 6)), random(1, 3)[0])),
                Map.of());
        for (Encoder encoder : List.of(linear, linear.normalized(), mlp, mlp.normalized())) {
            try (Vectors encoded = new BatchEncoder(encoder, 2).encode(Vectors.of(values), ProgressListener.SILENT)) {
                assertThat(encoded.rows()).isEqualTo(9000);
                float[] row = new float[encoder.outputDims()];
                for (int i = 0; i < 9000; i += 7) {
                    encoded.read(i, 1, FloatBuffer.wrap(row));
                    assertThat(row).containsExactly(encoder.encode(values[i]), within(1e-5f));
                }
            }
        }
    }

    @Test
    void aRowThatIsNotFiniteIsNamedAndNothingIsWritten(@TempDir Path folder) throws Exception {
        float[][] values = random(50, DIMS);
        values[33][2] = Float.NEGATIVE_INFINITY;
        Encoder encoder = Encoder.affine(flat(random(4, DIMS)), new float[4], Map.of());
        Path file = folder.resolve("out.npy");
        assertThatThrownBy(() -> {
                    try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, 4)) {
                        new BatchEncoder(encoder, 2).encode(Vectors.of(values), writer, ProgressListener.SILENT);
                        writer.finish();
                    }
                })
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 33");
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aFileOfAnotherWidthIsRefused() {
        Encoder encoder = Encoder.affine(new float[] {1, 2, 3}, new float[1], Map.of());
        assertThatThrownBy(() -> new BatchEncoder(encoder, 1)
                        .encode(Vectors.of(new float[][] {{1, 2}}), ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2 dimensions")
                .hasMessageContaining("takes 3");
    }

    private static float[][] random(int rows, int cols) {
        SplittableRandom random = new SplittableRandom(rows * 31L + cols);
        float[][] values = new float[rows][cols];
        for (float[] row : values) {
            for (int j = 0; j < cols; j++) {
                row[j] = (float) random.nextDouble() - 0.5f;
            }
        }
        return values;
    }

    private static float[] flat(float[][] rows) {
        float[] flat = new float[rows.length * rows[0].length];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = rows[i / rows[0].length][i % rows[0].length];
        }
        return flat;
    }
}

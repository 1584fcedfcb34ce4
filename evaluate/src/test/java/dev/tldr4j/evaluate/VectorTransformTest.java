package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorTransformTest {
    private static final Vectors VECTORS = Vectors.of(new float[][] {{3, 0, 4}, {0, 0, 0}, {1, 2, 2}});

    /** (x, y, z) → (x, 2z) */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 0, 2}, new float[] {0, 0}, Map.of());

    @Test
    void fullVectorsAreSearchedAsTheyAre() throws IOException {
        Vectors prepared = prepare(VectorTransform.full());
        assertThat(prepared.name()).isEqualTo(VECTORS.name());
        assertThat(prepared.type()).isEqualTo(VECTORS.type());
        assertThat(numbers(prepared, 0, 3)).containsExactly(3, 0, 4, 0, 0, 0, 1, 2, 2);
    }

    @Test
    void normalizedVectorsHaveLengthOneAndZerosStayZeros() throws IOException {
        Vectors prepared = prepare(VectorTransform.full().normalized());
        assertThat(prepared.rows()).isEqualTo(3);
        assertThat(prepared.dims()).isEqualTo(3);
        // lengths 5 and 3
        assertThat(numbers(prepared, 0, 3))
                .containsExactly(new float[] {0.6f, 0, 0.8f, 0, 0, 0, 1 / 3f, 2 / 3f, 2 / 3f}, within(1e-7f));
    }

    @Test
    void rowsMayBeReadIntoTheMiddleOfABuffer() throws IOException {
        FloatBuffer buffer = FloatBuffer.allocate(5).put(7).put(7);
        prepare(VectorTransform.full().normalized()).read(2, 1, buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        assertThat(buffer.array()).containsExactly(new float[] {7, 7, 1 / 3f, 2 / 3f, 2 / 3f}, within(1e-7f));
    }

    @Test
    void veryLargeAndVerySmallNumbersAreNormalizedToo() throws IOException {
        Vectors extreme = Vectors.of(new float[][] {{3e38f, 0}, {0, 1e-44f}});
        Vectors prepared = VectorTransform.full().normalized().apply(extreme, 1, ProgressListener.SILENT);
        assertThat(numbers(prepared, 0, 2)).containsExactly(1, 0, 0, 1);
    }

    @Test
    void anEncoderReducesTheVectors() throws IOException {
        Vectors prepared = prepare(VectorTransform.encodedBy(ENCODER, "m.safetensors"));
        assertThat(prepared.dims()).isEqualTo(2);
        assertThat(numbers(prepared, 0, 3)).containsExactly(new float[] {3, 8, 0, 0, 1, 4}, within(1e-6f));
    }

    @Test
    void normalizationComesAfterEncoding() throws IOException {
        Vectors prepared =
                prepare(VectorTransform.encodedBy(ENCODER, "m.safetensors").normalized());
        float first = (float) Math.sqrt(73); // of (3, 8)
        float last = (float) Math.sqrt(17); // of (1, 4)
        assertThat(numbers(prepared, 0, 3))
                .containsExactly(new float[] {3 / first, 8 / first, 0, 0, 1 / last, 4 / last}, within(1e-6f));
    }

    @Test
    void anInfiniteNumberIsNamedAsItIsStored() throws IOException {
        Vectors broken = Vectors.of(new float[][] {{1, 1}, {1, Float.POSITIVE_INFINITY}});
        Vectors prepared = VectorTransform.full().normalized().apply(broken, 1, ProgressListener.SILENT);
        assertThatThrownBy(() -> prepared.requireFinite(0, 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1, column 1 is Infinity");
    }

    @Test
    void closingWhatWasPreparedLeavesTheFileOpen(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("x.npy");
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, 3)) {
            writer.write(FloatBuffer.wrap(new float[] {3, 0, 4}));
            writer.finish();
        }
        try (Vectors vectors = Vectors.open(file)) {
            for (VectorTransform preparation : List.of(
                    VectorTransform.full(),
                    VectorTransform.full().normalized(),
                    VectorTransform.encodedBy(ENCODER, "m"))) {
                preparation.apply(vectors, 1, ProgressListener.SILENT).close();
            }
            assertThat(numbers(vectors, 0, 1)).containsExactly(3, 0, 4);
        }
    }

    @Test
    void aModelForOtherVectorsIsRefusedByName() throws IOException {
        Vectors narrow = Vectors.of(new float[][] {{1, 2}});
        VectorTransform preparation = VectorTransform.encodedBy(ENCODER, "m.safetensors");
        assertThatThrownBy(() -> preparation.apply(narrow, 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("model m.safetensors takes 3 dimensions, " + narrow.name() + " has 2");
    }

    private static Vectors prepare(VectorTransform preparation) throws IOException {
        return preparation.apply(VECTORS, 1, ProgressListener.SILENT);
    }

    private static float[] numbers(Vectors vectors, int from, int count) {
        FloatBuffer buffer = FloatBuffer.allocate(count * vectors.dims());
        vectors.read(from, count, buffer);
        return buffer.array();
    }
}

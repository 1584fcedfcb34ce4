package dev.tldr4j.cuda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of several blocks, of which the last is not full. */
class CudaEncoderTest {
    private static final int ROWS = 7001;
    private static final int DIMS = 1000;
    private static final int OUTPUTS = 5;

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    /** Blocks come to their places in a .npy file in any order; others are written row after row. */
    @ParameterizedTest
    @ValueSource(strings = {"npy", "fvecs", "csv"})
    void theCardGivesWhatTheCpuGives(String format, @TempDir Path folder) throws IOException {
        Path output = folder.resolve("y." + format);
        try (Vectors vectors = written(values(), folder)) {
            encode(vectors, output);
            try (Vectors actual = Vectors.open(output);
                    Vectors expected = new BatchEncoder(encoder(), 2).encode(vectors, ProgressListener.SILENT)) {
                assertThat(all(actual)).containsExactly(all(expected), within(1e-3f));
            }
        }
    }

    @Test
    void rowsNeedNotLieInAFile(@TempDir Path folder) throws IOException {
        Path output = folder.resolve("y.npy");
        Vectors vectors = Vectors.of(values(), DIMS);
        encode(vectors, output);
        try (Vectors actual = Vectors.open(output);
                Vectors expected = new BatchEncoder(encoder(), 2).encode(vectors, ProgressListener.SILENT)) {
            assertThat(all(actual)).containsExactly(all(expected), within(1e-3f));
        }
    }

    @Test
    void aNumberThatIsNotFiniteOrTooLargeIsNamed(@TempDir Path folder) throws IOException {
        for (float wrong : new float[] {Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE}) {
            float[] values = values();
            values[5003 * DIMS + 17] = wrong;
            try (Vectors vectors = written(values, folder)) {
                assertThatThrownBy(() -> encode(vectors, folder.resolve("y.npy")))
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageContaining("row 5003")
                        .hasMessageContaining(wrong == Float.MAX_VALUE ? "too large" : "column 17 is " + wrong);
                assertThat(folder.resolve("y.npy")).doesNotExist();
            }
        }
    }

    /** The first layer overflows; the ReLU of the second makes 0 of it. */
    @Test
    void anOverflowThatDoesNotShowIsNoError(@TempDir Path folder) throws IOException {
        Encoder encoder = Encoder.mlp(
                List.of(
                        new Affine(new float[] {3e38f}, new float[1]),
                        new Affine(new float[] {-1}, new float[1]),
                        new Affine(new float[] {1}, new float[] {0.25f})),
                Map.of());
        Path output = folder.resolve("y.npy");
        Vectors vectors = Vectors.of(new float[] {-1, 2}, 1);
        try (Gpu gpu = Gpu.open();
                CudaEncoder onCard = new CudaEncoder(gpu, encoder, vectors.rows());
                VectorWriter writer = VectorWriter.create(output, ElementType.F4, 1)) {
            onCard.encode(vectors, writer, ProgressListener.SILENT);
            writer.finish();
        }
        try (Vectors actual = Vectors.open(output);
                Vectors expected = new BatchEncoder(encoder, 2).encode(vectors, ProgressListener.SILENT)) {
            assertThat(all(actual)).containsExactly(all(expected)).containsExactly(0.25f, 0.25f);
        }
    }

    /** Without a look at the numbers: a writer would refuse some of them. */
    private static Vectors written(float[] values, Path folder) throws IOException {
        Path file = folder.resolve("x.npy");
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(values);
            writer.writeInPlace(0, bytes);
            writer.finish();
        }
        return Vectors.open(file);
    }

    private static void encode(Vectors vectors, Path output) throws IOException {
        try (Gpu gpu = Gpu.open();
                CudaEncoder onCard = new CudaEncoder(gpu, encoder(), vectors.rows());
                VectorWriter writer = VectorWriter.create(output, ElementType.F4, OUTPUTS)) {
            onCard.encode(vectors, writer, ProgressListener.SILENT);
            writer.finish();
        }
    }

    private static float[] all(Vectors vectors) {
        float[] values = new float[vectors.rows() * vectors.dims()];
        vectors.read(0, vectors.rows(), FloatBuffer.wrap(values));
        return values;
    }

    private static Encoder encoder() {
        SplittableRandom random = new SplittableRandom(1);
        float[] weight = new float[OUTPUTS * DIMS];
        for (int i = 0; i < weight.length; i++) {
            weight[i] = (float) (2 + random.nextGaussian());
        }
        return Encoder.mlp(List.of(new Affine(weight, new float[OUTPUTS])), Map.of());
    }

    private static float[] values() {
        SplittableRandom random = new SplittableRandom(2);
        float[] values = new float[ROWS * DIMS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextDouble() - 0.5);
        }
        return values;
    }
}

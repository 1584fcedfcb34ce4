package dev.tldr4j.encoder.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ONNX Runtime makes of an exported encoder, beside what the encoder gives. */
class OnnxExportTest {
    private static final OrtEnvironment ONNX = OrtEnvironment.getEnvironment();

    @TempDir
    Path folder;

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void onnxRuntimeGivesWhatTheEncoderGives(
            @ForAll long seed,
            @ForAll @Size(min = 2, max = 4) List<@IntRange(min = 1, max = 70) Integer> dims,
            @ForAll boolean normalize,
            @ForAll @IntRange(min = 1, max = 40) int rows)
            throws Exception {
        Encoder encoder = encoder(
                seed, normalize, dims.stream().mapToInt(Integer::intValue).toArray());
        assertSameOutputs(encoder, vectors(new Random(seed), rows, encoder.inputDims()));
    }

    @Test
    void atTheSizesOfRealEmbeddings() throws Exception {
        for (boolean normalize : new boolean[] {false, true}) {
            for (Encoder encoder : List.of(encoder(1, normalize, 1536, 256), encoder(2, normalize, 768, 512, 128))) {
                assertSameOutputs(encoder, vectors(new Random(3), 1, encoder.inputDims()));
                assertSameOutputs(encoder, vectors(new Random(4), 100, encoder.inputDims()));
            }
        }
    }

    /** Their squares are no floats any more. */
    @Test
    void verySmallAndVeryLargeOutputsAreScaledToLengthOne() throws Exception {
        float[] identity = {1, 0, 0, 1};
        Encoder encoder = Encoder.affine(identity, new float[2], Map.of("normalize", "true"));
        assertSameOutputs(encoder, new float[][] {{3e-30f, 4e-30f}, {3e30f, -4e30f}, {3e38f, 3e38f}, {1e-45f, 0}});
    }

    @Test
    void anOutputOfZerosStaysZeros() throws Exception {
        Encoder encoder = Encoder.affine(new float[] {1, -1, 2, -2}, new float[2], Map.of("normalize", "true"));
        float[][] outputs = run(encoder, new float[][] {{3, 3}, {1, 0}});
        assertThat(outputs[0]).containsExactly(0, 0);
        assertThat(outputs[1]).containsExactly(encoder.encode(new float[] {1, 0}), within(1e-6f));
    }

    @Test
    void theModelHasNamesAnyNumberOfRowsAndTheMetadataOfTheEncoder() throws Exception {
        Encoder encoder = encoder(5, true, 7, 5, 3);
        try (OrtSession session = session(encoder)) {
            TensorInfo input =
                    (TensorInfo) session.getInputInfo().get("vectors").getInfo();
            assertThat(session.getInputNames()).containsExactly("vectors");
            assertThat(input.getShape()).containsExactly(-1, 7);
            assertThat(input.getDimensionNames()).containsExactly("batch", "");
            TensorInfo output =
                    (TensorInfo) session.getOutputInfo().get("encoded").getInfo();
            assertThat(session.getOutputNames()).containsExactly("encoded");
            assertThat(output.getShape()).containsExactly(-1, 3);
            assertThat(output.getDimensionNames()).containsExactly("batch", "");
            assertThat(session.getMetadata().getCustomMetadata())
                    .isEqualTo(encoder.metadata())
                    .containsEntry("id", encoder.id())
                    .containsEntry("note", "ü 維");
            assertThat(session.getMetadata().getProducerName()).isEqualTo("tldr4j");
        }
    }

    @Test
    void theSameEncoderGivesTheSameBytes() throws IOException {
        Export.onnx(encoder(6, true, 9, 4), folder.resolve("one.onnx"));
        Export.onnx(encoder(6, true, 9, 4), folder.resolve("other.onnx"));
        assertThat(folder.resolve("one.onnx")).hasSameBinaryContentAs(folder.resolve("other.onnx"));
        assertThat(folder.resolve("one.onnx"))
                .hasSize(OnnxModel.of(encoder(6, true, 9, 4)).size());
    }

    @Test
    void anEncoderTooLargeForOnnxIsRefusedByBothSizes() {
        Encoder encoder = encoder(7, false, 3, 2);
        OnnxModel.checkSize(encoder, Integer.MAX_VALUE, folder.resolve("large.onnx"));
        assertThatThrownBy(() -> OnnxModel.checkSize(encoder, 3_000_000_000L, folder.resolve("large.onnx")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("large.onnx: encoder " + encoder.id())
                .hasMessageContaining("3000000000 bytes, and 2147483647 is the most that ONNX can hold");
    }

    private void assertSameOutputs(Encoder encoder, float[][] vectors) throws Exception {
        float[][] outputs = run(encoder, vectors);
        assertThat(outputs).hasDimensions(vectors.length, encoder.outputDims());
        for (int i = 0; i < vectors.length; i++) {
            float[] expected = encoder.encode(vectors[i]);
            // outputs are sums of numbers around 1, whose rounding stays where they nearly cancel
            float largest = 0.1f;
            for (float number : expected) {
                largest = Math.max(largest, Math.abs(number));
            }
            assertThat(outputs[i]).containsExactly(expected, within(1e-4f * largest));
        }
    }

    private float[][] run(Encoder encoder, float[][] vectors) throws Exception {
        try (OrtSession session = session(encoder);
                OnnxTensor input = OnnxTensor.createTensor(ONNX, vectors);
                OrtSession.Result result = session.run(Map.of("vectors", input))) {
            return (float[][]) result.get("encoded").orElseThrow().getValue();
        }
    }

    private OrtSession session(Encoder encoder) throws IOException, OrtException {
        // jqwik does not know JUnit's temporary folders
        Path file = Files.createTempFile("encoder", ".onnx");
        try {
            Export.onnx(encoder, file);
            return ONNX.createSession(file.toString());
        } finally {
            Files.delete(file);
        }
    }

    private static Encoder encoder(long seed, boolean normalize, int... dims) {
        Random random = new Random(seed);
        List<Affine> layers = new ArrayList<>();
        for (int i = 1; i < dims.length; i++) {
            float[] weight = numbers(random, dims[i] * dims[i - 1], 1 / Math.sqrt(dims[i - 1]));
            layers.add(new Affine(weight, numbers(random, dims[i], 0.1)));
        }
        return Encoder.mlp(layers, Map.of("normalize", Boolean.toString(normalize), "note", "ü 維"));
    }

    private static float[][] vectors(Random random, int rows, int dims) {
        float[][] vectors = new float[rows][];
        for (int i = 0; i < rows; i++) {
            vectors[i] = numbers(random, dims, 1);
        }
        return vectors;
    }

    private static float[] numbers(Random random, int count, double scale) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (scale * random.nextGaussian());
        }
        return numbers;
    }
}

package dev.tldr4j.encoder.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyAndJsonExportTest {
    private static final Encoder AFFINE =
            Encoder.affine(new float[] {1, 2, 3, 4, 5, 6.5f}, new float[] {7, -8}, Map.of("normalize", "true"));
    private static final Encoder MLP = Encoder.mlp(
            List.of(
                    new Affine(new float[] {1, 2, 3, 4, 5, 6}, new float[] {7, 8}),
                    new Affine(new float[] {1e-10f, 0.1f}, new float[] {-3})),
            Map.of("note", "\"ü\""));

    @TempDir
    Path folder;

    @Test
    void oneLayerIsAWeightAndABias() throws IOException {
        List<Path> files = Export.npy(AFFINE, folder.resolve("encoder.npy"));

        assertThat(files).containsExactly(folder.resolve("encoder.weight.npy"), folder.resolve("encoder.bias.npy"));
        assertNpy(files.get(0), "(2, 3)", 1, 2, 3, 4, 5, 6.5f);
        assertNpy(files.get(1), "(2,)", 7, -8);
    }

    @Test
    void severalLayersAreNumbered() throws IOException {
        List<Path> files = Export.npy(MLP, folder.resolve("my"));

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "my.layers.0.weight.npy",
                        "my.layers.0.bias.npy",
                        "my.layers.1.weight.npy",
                        "my.layers.1.bias.npy");
        assertNpy(files.get(2), "(1, 2)", 1e-10f, 0.1f);
        assertNpy(files.get(3), "(1,)", -3);
    }

    @Test
    void theFilesAppearTogetherOrNotAtAll() throws IOException {
        Files.createDirectory(folder.resolve("encoder.bias.npy"));

        assertThatThrownBy(() -> Export.npy(AFFINE, folder.resolve("encoder.npy")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("encoder.bias.npy: is a folder");
        assertThat(folder.toFile().list()).containsExactly("encoder.bias.npy");
    }

    @Test
    void jsonHoldsAllOfAnEncoder() throws IOException {
        Export.json(MLP, folder.resolve("encoder.json"));

        assertThat(Json.parse(Files.readString(folder.resolve("encoder.json"))))
                .isEqualTo(Map.of(
                        "inputDims",
                        3L,
                        "outputDims",
                        1L,
                        "normalize",
                        false,
                        "metadata",
                        MLP.metadata(),
                        "layers",
                        List.of(
                                Map.of(
                                        "weight",
                                        List.of(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0, 6.0)),
                                        "bias",
                                        List.of(7.0, 8.0)),
                                Map.of("weight", List.of(List.of(1e-10, 0.1)), "bias", List.of(-3.0)))));
    }

    @Test
    void jsonSaysWhetherOutputsAreScaled() throws IOException {
        Export.json(AFFINE, folder.resolve("encoder.json"));

        assertThat((Map<?, ?>) Json.parse(Files.readString(folder.resolve("encoder.json"))))
                .extracting(json -> json.get("normalize"))
                .isEqualTo(true);
    }

    private static void assertNpy(Path file, String shape, float... numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[8];
        bytes.get(magic);
        assertThat(magic).isEqualTo(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        byte[] header = new byte[bytes.getShort()];
        bytes.get(header);
        assertThat(bytes.position() % 64).isZero();
        assertThat(new String(header, StandardCharsets.US_ASCII))
                .endsWith("\n")
                .startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }");
        float[] found = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(found);
        assertThat(found).containsExactly(numbers);
    }
}

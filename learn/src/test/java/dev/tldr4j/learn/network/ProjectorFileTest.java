package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectorFileTest {
    private static final ProjectorFile PROJECTOR = new ProjectorFile(
            ProjectorShape.parse("mlp-1-3"),
            2,
            4,
            List.of(new float[] {1, 2, 3, 4, 5, 6}, new float[] {7, 8, 9}, new float[] {-1, -2, -3}, new float[] {
                1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1
            }));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve("projector.safetensors");
        PROJECTOR.save(file);
    }

    @Test
    void whatWasSavedIsLoaded() throws IOException {
        ProjectorFile loaded = ProjectorFile.load(file);
        assertThat(loaded.shape()).isEqualTo(PROJECTOR.shape());
        assertThat(loaded.inputs()).isEqualTo(2);
        assertThat(loaded.outputs()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            assertThat(loaded.parameters().get(i))
                    .isEqualTo(PROJECTOR.parameters().get(i));
        }
        assertThat(loaded.fingerprint()).isEqualTo(PROJECTOR.fingerprint());
    }

    @Test
    void anEncoderIsNoProjector() throws IOException {
        Path encoder = folder.resolve("encoder.safetensors");
        Encoder.affine(new float[] {1, 2}, new float[1], Map.of()).save(encoder);
        assertRefused(encoder, "is not a projector");
    }

    @Test
    void aDamagedFileIsRefusedByName() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertRefused(file, "projector.safetensors");
        }
        for (String[] change : new String[][] {{"mlp-1-3", "mlp-9-3"}, {"mlp-1-3", "cnn-1-3"}, {"\"2\"", "\"x\""}}) {
            String text = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1);
            assertThat(text).contains(change[0]);
            Files.write(
                    file, text.replace(change[0], change[1]).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            assertRefused(file, "damaged");
        }
        Files.write(file, whole);
        // the last number becomes an infinity
        whole[whole.length - 1] = 0x7f;
        whole[whole.length - 2] = (byte) 0x80;
        Files.write(file, whole);
        assertRefused(file, "damaged", "Infinity");
    }

    private static void assertRefused(Path file, String... parts) {
        assertThatThrownBy(() -> ProjectorFile.load(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContainingAll(parts);
    }
}

package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What we save, others read: by the published format with numpy, and with the safetensors package where it is there. */
class PythonReadsEncoderTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void skipWithoutPythonAndNumpy() {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "-c", "import numpy")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            there = false;
        }
        assumeTrue(there, "python3 with numpy");
    }

    @Test
    void readsAnAffineEncoder() throws Exception {
        pythonAgreesOn(Samples.encoder(1, Map.of("method", "tldr", "note", "ü \"quoted\"\n維"), 5, 3));
    }

    @Test
    void readsANormalizedMlp() throws Exception {
        pythonAgreesOn(Samples.encoder(2, Map.of("normalize", "true"), 7, 6, 5, 3));
    }

    private void pythonAgreesOn(Encoder encoder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        encoder.save(file);
        float[] vector = Samples.vector(new Random(3), encoder.inputDims());
        Map<?, ?> answer = python(file, vector);

        Map<Object, Object> metadata = new HashMap<>((Map<?, ?>) answer.get("metadata"));
        assertThat(metadata.remove("checksum")).isNotNull();
        assertThat(metadata).isEqualTo(encoder.metadata());
        Map<?, ?> tensors = (Map<?, ?>) answer.get("tensors");
        assertThat(tensors).hasSize(2 * encoder.layers().size());
        for (int i = 0; i < encoder.layers().size(); i++) {
            String prefix = encoder.layers().size() == 1 ? "" : "layers." + i + ".";
            assertThat(floats(tensors.get(prefix + "weight")))
                    .containsExactly(encoder.layers().get(i).weight());
            assertThat(floats(tensors.get(prefix + "bias")))
                    .containsExactly(encoder.layers().get(i).bias());
        }
        assertThat(floats(answer.get("encoded"))).containsExactly(encoder.encode(vector), within(1e-5f));
    }

    private Map<?, ?> python(Path file, float[] vector) throws Exception {
        Path script = folder.resolve("read_encoder.py");
        try (InputStream in = getClass().getResourceAsStream("read_encoder.py")) {
            Files.write(script, in.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of("python3", script.toString(), file.toString()));
        for (float number : vector) {
            command.add(Float.toString(number));
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return (Map<?, ?>) Json.parse(output);
    }

    private static float[] floats(Object list) {
        List<?> numbers = (List<?>) list;
        float[] floats = new float[numbers.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = ((Number) numbers.get(i)).floatValue();
        }
        return floats;
    }
}

package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package in the folder python: its own tests, and the same encoders and outputs as here. */
class PythonPackageTest {
    private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();
    private static final String SCRIPT = """
            import json, sys, tldr4j
            encoder, dims, x = tldr4j.load(sys.argv[1]), int(sys.argv[2]), [float(number) for number in sys.argv[3:]]
            short = encoder.truncated(dims)
            print(json.dumps({"id": encoder.id, "encoded": encoder.encode(x).tolist(),
                              "short id": short.id, "short": short.encode(x).tolist()}))
            """;

    private record Answer(int code, String out) {}

    @BeforeAll
    static void skipWithoutPythonAndNumpy() {
        boolean there;
        try {
            there = python("-c", "import numpy").code() == 0;
        } catch (IOException | InterruptedException e) {
            there = false;
        }
        assumeTrue(there, "python3 with numpy");
    }

    @Test
    void itsOwnTestsPass() throws Exception {
        Answer tests = python("-W", "error", "-m", "unittest");

        assertThat(tests.code()).as(tests.out()).isZero();
        assertThat(tests.out()).containsPattern("Ran [1-9][0-9]* tests");
    }

    @Test
    void itLoadsWhatIsSavedHereAndEncodesTheSame(@TempDir Path folder) throws Exception {
        agreeOn(Samples.encoder(1, Map.of("note", "ü \"quoted\"\n維"), 5, 3), folder);
        agreeOn(Samples.encoder(2, Map.of("normalize", "true"), 7, 6, 5, 3), folder);
    }

    private static void agreeOn(Encoder encoder, Path folder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        Files.deleteIfExists(file);
        encoder.save(file);
        Encoder shorter = encoder.truncated(2);
        float[] vector = Samples.vector(new Random(3), encoder.inputDims());
        var arguments = new ArrayList<>(List.of("-c", SCRIPT, file.toString(), "2"));
        for (float number : vector) {
            arguments.add(Float.toString(number));
        }

        Answer answer = python(arguments.toArray(String[]::new));

        assertThat(answer.code()).as(answer.out()).isZero();
        Map<?, ?> said = (Map<?, ?>) Json.parse(answer.out());
        assertThat(said.get("id")).isEqualTo(encoder.id());
        assertThat(said.get("short id")).isEqualTo(shorter.id());
        assertThat(floats(said.get("encoded"))).containsExactly(encoder.encode(vector), within(1e-5f));
        assertThat(floats(said.get("short"))).containsExactly(shorter.encode(vector), within(1e-5f));
    }

    private static Answer python(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("python3", "-B"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .directory(PACKAGE.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), out);
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

package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the how-to guides, put together from its pieces and run as a program of its own. */
class HowToTest {
    private static final Path GUIDES = Path.of("..", "docs", "how-to");

    @TempDir
    Path folder;

    private Encoder encoder;

    @BeforeEach
    void saveAnEncoder() throws IOException {
        encoder = Samples.encoder(1, Map.of(), 5, 3);
        encoder.save(folder.resolve("encoder.safetensors"));
    }

    @Test
    void useAnEncoderInJava() throws Exception {
        String output = run("use-an-encoder-in-java.md", """
                float[] embedding = {1, 2, 3, 4, 5};
                float[][] embeddings = {embedding, embedding};
                float[] flat = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
                int count = 2;
                String idOfTheIndex = "%s";
                """.formatted(encoder.id()), """
                System.out.println(java.util.Arrays.equals(small, mine)
                        && java.util.Arrays.equals(small, smalls[1])
                        && small[2] == flatSmall[5]
                        && unit.isNormalized());
                """);
        assertThat(output).isEqualTo("true\n");
    }

    @Test
    void exportToOnnx() throws Exception {
        String output = run("export-to-onnx.md", "float[][] embeddings = {{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}};", "");
        assertThat(output).isEqualTo("encoder " + encoder.id() + " gave 2 vectors of 3\n");
    }

    /** In the folder where the encoder's file is. */
    private String run(String guide, String before, String after) throws IOException, InterruptedException {
        List<String> lines = java(Files.readString(GUIDES.resolve(guide)));
        String imports = lines.stream().filter(HowToTest::isImport).collect(Collectors.joining("\n"));
        String code = lines.stream().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        Path source = folder.resolve("Guide.java");
        Files.writeString(
                source,
                "import java.nio.file.Path;\nimport java.util.Map;\n" + imports
                        + "\nclass Guide { public static void main(String[] args) throws Exception {\n" + before + "\n"
                        + code + "\n" + after + "\n} }\n");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        source.toString())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    /** The lines of all blocks of Java. */
    private static List<String> java(String page) {
        List<String> java = new ArrayList<>();
        boolean inside = false;
        for (String line : page.lines().toList()) {
            if (line.startsWith("```")) {
                inside = line.equals("```java");
            } else if (inside) {
                java.add(line);
            }
        }
        return java;
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}

package dev.tldr4j.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.Run;
import dev.tldr4j.cli.Samples;
import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.export.Export;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the ONNX file gives what the encoder gives is tested with ONNX Runtime in the encoder's module. */
class ExportCommandTest {
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 2, 3, 4, 5, 6}, new float[] {7, 8}, Map.of());

    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void saveAnEncoder() throws IOException {
        model = folder.resolve("encoder.safetensors");
        ENCODER.save(model);
    }

    @Test
    void theNameOfTheOutputTellsTheFormat() throws IOException {
        Path onnx = folder.resolve("encoder.onnx");
        Run run = Run.succeeds("export", "--model", model, "--output", onnx, "--json");

        Export.onnx(ENCODER, folder.resolve("expected.onnx"));
        assertThat(onnx).hasSameBinaryContentAs(folder.resolve("expected.onnx"));
        assertThat(run.json())
                .containsEntry("output", List.of(onnx.toString()))
                .containsEntry("format", "onnx")
                .containsEntry("model", ENCODER.id())
                .containsEntry("inputDims", 3L)
                .containsEntry("outputDims", 2L)
                .containsEntry("normalized", false)
                .containsEntry("bytes", Files.size(onnx))
                .containsKey("seconds");
    }

    @Test
    void aFormatThatIsGivenCountsMore() throws IOException {
        Path text = folder.resolve("weights.txt");
        Run.succeeds("export", "--model", model, "--output", text, "--format", "JSON", "--normalize");

        assertThat((Map<?, ?>) Json.parse(Files.readString(text)))
                .extracting(json -> json.get("normalize"))
                .isEqualTo(true);
    }

    @Test
    void npyIsAWeightAndABiasThatTldr4jReads() throws IOException {
        Run run = Run.succeeds("export", "--model", model, "--output", folder.resolve("e.npy"));

        assertThat(run.out()).contains("e.weight.npy, ", "e.bias.npy");
        assertThat(folder.resolve("e.npy")).doesNotExist();
        try (Vectors weight = Vectors.open(folder.resolve("e.weight.npy"))) {
            assertThat(weight.rows()).isEqualTo(2);
            assertThat(weight.dims()).isEqualTo(3);
        }
    }

    @Test
    void npyCannotSayThatOutputsAreScaled() throws IOException {
        assertRefused(
                Run.tldr4j("export", "--model", model, "--output", folder.resolve("e.npy"), "--normalize"),
                "--normalize: .npy holds weights alone");
        ENCODER.normalized().save(model);
        Run run = Run.succeeds("export", "--model", model, "--output", folder.resolve("e.npy"));
        assertThat(run.out()).contains("scale outputs to 1 yourself");
    }

    @Test
    void severalLayersAreExportedToo() throws IOException {
        Encoder.mlp(
                        List.of(
                                new Affine(new float[] {1, 2}, new float[] {3, 4}),
                                new Affine(new float[] {1, 2}, new float[1])),
                        Map.of())
                .save(model);
        for (String name : List.of("e.onnx", "e.json", "e.npy")) {
            Run.succeeds("export", "--model", model, "--output", folder.resolve(name));
        }
        assertThat(folder.resolve("e.layers.1.bias.npy")).exists();
    }

    @Test
    void aNameThatTellsNoFormatIsRefused() throws IOException {
        assertRefused(
                Run.tldr4j("export", "--model", model, "--output", folder.resolve("encoder.pb")),
                "encoder.pb: its name does not end in .onnx, .npy or .json");
    }

    @Test
    void whatIsNoEncoderIsRefusedByWhatItIs() throws IOException {
        Path vectors = Samples.vectors(folder.resolve("vectors.npy"), 60, 4, 1);
        Path projector = folder.resolve("projector.safetensors");
        Run.succeeds(
                Samples.quickPaperFit(vectors, 2, folder.resolve("fitted"), "--keep-projector", projector, "--quiet"));

        assertRefused(
                Run.tldr4j("export", "--model", projector, "--output", folder.resolve("p.onnx")),
                "projector.safetensors: is not a tldr4j encoder",
                "projector\", not tldr4j-encoder");
        assertRefused(Run.tldr4j("export", "--model", vectors, "--output", folder.resolve("v.onnx")), "vectors.npy: ");
        assertThat(folder.resolve("p.onnx")).doesNotExist();
    }

    @Test
    void theModelIsNeverReplaced() throws IOException {
        assertRefused(
                Run.tldr4j("export", "--model", model, "--output", model, "--format", "onnx"), "is also an input");
        assertThat(Encoder.load(model).id()).isEqualTo(ENCODER.id());
    }

    private static void assertRefused(Run run, String... told) {
        assertThat(run.err()).startsWith("tldr4j: ").hasLineCount(1).contains(told);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }
}

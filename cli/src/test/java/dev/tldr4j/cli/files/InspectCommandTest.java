package dev.tldr4j.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.Run;
import dev.tldr4j.cli.Samples;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
    @TempDir
    Path folder;

    private static Map<String, Object> inspect(Path file, Object... more) {
        Object[] args = Arrays.copyOf(new Object[] {"inspect", file, "--json", "--quiet"}, 4 + more.length);
        System.arraycopy(more, 0, args, 4, more.length);
        return Run.succeeds(args).json();
    }

    @Test
    void theTableHasEveryFigureAndOfHowManyRowsItIs() throws IOException {
        Path file = Samples.vectors(folder.resolve("docs.npy"), 400, 16, 1);

        Run run = Run.succeeds("inspect", file, "--sample", 300);

        assertThat(run.out())
                .containsPattern("file +.*docs\\.npy, 25\\.7 kB\n")
                .containsPattern("holds +400 rows of 16 numbers, f4\n")
                .containsPattern("lengths +least [0-9.]+, median [0-9.]+, most [0-9.]+ +300 rows\n")
                .containsPattern("NaN or infinity +none +300 rows\n")
                .containsPattern("zero rows +none +300 rows\n")
                .containsPattern("copies +none +300 rows\n")
                .containsPattern("constant dimensions +none +300 rows\n")
                .containsPattern(
                        "variance kept by PCA +50 % in \\d, 90 % in \\d+, 95 % in \\d+, 99 % in 1\\d +300 rows\n")
                .containsPattern("intrinsic dimension +[0-9.]+ +300 rows\n")
                .containsPattern("mean cosine of two rows +-?[0-9.]+ +300 rows\n")
                .containsPattern("common to all rows +[0-9.]+ % of their squared length +300 rows\n")
                .contains("\nTry first:\n- ")
                .containsPattern("\nGo on:\n  tldr4j compare --input .*docs\\.npy"
                        + " --methods pca neighborhood --dims [0-9 ]+ --output comparison\n"
                        + "  tldr4j fit --input .*docs\\.npy --dims [0-9]+"
                        + " --output encoder\\.safetensors\n");
        // nothing but progress, which a slow machine shows
        assertThat(run.err().lines()).allMatch(line -> line.matches("[a-z ]+: (done in .*|[0-9]+ %.*)"));
        Run quiet = Run.succeeds("inspect", file, "--quiet");
        assertThat(quiet.out()).contains("all rows").doesNotContain("400 rows\n");
        assertThat(quiet.err()).isEmpty();
    }

    @Test
    void ofRowsOfLength1TheNextCommandsGoByCosineTheDefault() throws IOException {
        float[] values = Samples.values(400, 16, 1);
        for (int row = 0; row < 400; row++) {
            double square = 0;
            for (int i = 16 * row; i < 16 * (row + 1); i++) {
                square += values[i] * values[i];
            }
            for (int i = 16 * row; i < 16 * (row + 1); i++) {
                values[i] /= (float) Math.sqrt(square);
            }
        }
        Path file = Samples.write(folder.resolve("docs.npy"), 16, values);

        assertThat(Run.succeeds("inspect", file).out())
                .contains("  tldr4j compare --input " + file + " --methods pca neighborhood --dims ")
                .contains("  tldr4j fit --input " + file + " --dims ");
    }

    @Test
    void theJsonHasTheSame() throws IOException {
        Path file = Samples.write(folder.resolve("docs.npy"), 2, 6, 0, -2, 0, 2, 1, 2, -1);

        assertThat(inspect(file))
                .containsOnlyKeys(
                        "input",
                        "rows",
                        "dims",
                        "type",
                        "bytes",
                        "scannedRows",
                        "lengths",
                        "notFinite",
                        "zero",
                        "copies",
                        "constantDims",
                        "spread",
                        "intrinsic",
                        "tryDims",
                        "advice",
                        "seconds",
                        "threads",
                        "blas")
                .containsEntry("rows", 4L)
                .containsEntry("dims", 2L)
                .containsEntry("type", "f4")
                .containsEntry("bytes", Files.size(file))
                .containsEntry("scannedRows", 4L)
                .containsEntry("constantDims", List.of());
        assertThat(object(inspect(file), "lengths"))
                .containsEntry("min", 2.0)
                .containsEntry("max", 6.0)
                .containsEntry("equal", false)
                .containsEntry("normalized", false);
        assertThat(object(inspect(file), "spread"))
                .containsEntry("rows", 4L)
                .containsEntry("components", Map.of("50", 1L, "90", 1L, "95", 2L, "99", 2L))
                .containsEntry("meanShare", 0.32);
        assertThat(object(inspect(file), "intrinsic"))
                .containsEntry("dims", null)
                .containsEntry("rows", 4L);
    }

    @Test
    void aRowThatIsNotANumberIsToldAndNotRefused() throws IOException {
        Path file = Samples.vectors(folder.resolve("docs.npy"), 100, 8, 1);
        byte[] bytes = Files.readAllBytes(file);
        byte[] nan = {0, 0, (byte) 0xC0, 0x7F};
        System.arraycopy(nan, 0, bytes, bytes.length - 4 * (8 * 10 + 3), 4);
        Files.write(file, bytes);

        assertThat(object(inspect(file), "notFinite")).containsEntry("rows", 1L).containsEntry("first", 89L);
        assertThat(Run.succeeds("inspect", file).out())
                .containsPattern("NaN or infinity +1 row, the first is row 89 +all rows\n")
                .contains("- Remove the rows with NaN or infinity", "\nGo on when that is done:\n");
    }

    @Test
    void copiesAndZeroRowsAreNamed() throws IOException {
        float[] values = Samples.values(100, 8, 1);
        Arrays.fill(values, 40, 48, 0);
        System.arraycopy(values, 16, values, 80, 8);
        System.arraycopy(values, 16, values, 96, 8);
        Path file = Samples.write(folder.resolve("docs.npy"), 8, values);

        assertThat(object(inspect(file), "zero")).containsEntry("rows", 1L).containsEntry("first", 5L);
        assertThat(object(inspect(file), "copies"))
                .containsEntry("rows", 2L)
                .containsEntry("first", 10L)
                .containsEntry("of", 2L);
        assertThat(Run.succeeds("inspect", file).out())
                .containsPattern("copies +2 rows, the first is row 10, of row 2 +all rows\n");
    }

    @Test
    void wholeNumbersAreVectorsToo() throws IOException {
        // two pictures of 2 × 2
        var idx = ByteBuffer.allocate(16 + 8).putInt(0x803).putInt(2).putInt(2).putInt(2);
        idx.put(new byte[] {3, 4, 0, 0, 0, 0, 0, (byte) 255});
        Path pictures = Files.write(folder.resolve("pictures-idx3-ubyte"), idx.array());

        assertThat(inspect(pictures)).containsEntry("type", "u1").containsEntry("constantDims", List.of(2L));
        assertThat(object(inspect(pictures), "lengths"))
                .containsEntry("min", 5.0)
                .containsEntry("max", 255.0);

        Path counts = folder.resolve("counts.npy");
        try (var writer = VectorWriter.create(counts, ElementType.I8, 2)) {
            writer.write(FloatBuffer.wrap(new float[] {3e9f, 4e9f, 0, 1}));
            writer.finish();
        }
        assertThat(inspect(counts)).containsEntry("type", "i8");
        assertThat(object(inspect(counts), "lengths")).containsEntry("max", 5e9);
    }

    @Test
    void whatCannotBeReducedIsToldWithoutAnExample() throws IOException {
        for (Path file : List.of(
                Samples.write(folder.resolve("one-row.npy"), 3, 1, 2, 3),
                Samples.write(folder.resolve("one-number.npy"), 1, 1),
                Samples.write(folder.resolve("one-dimension.npy"), 1, 1, 2, 3, 4),
                Samples.write(folder.resolve("equal.npy"), 2, 1, 2, 1, 2, 1, 2),
                Samples.write(folder.resolve("zero.npy"), 2, 0, 0, 0, 0))) {
            Run run = Run.succeeds("inspect", file);

            assertThat(run.out()).contains("\nTry first:\n- ").doesNotContain("Go on");
            assertThat(inspect(file)).as(file.toString()).containsEntry("tryDims", List.of());
        }
    }

    @Test
    void whatIsNoVectorFileIsRefused() throws IOException {
        Path empty = Files.write(folder.resolve("empty.npy"), new byte[0]);
        assertRefused(Run.tldr4j("inspect", empty), "empty.npy");
        assertRefused(Run.tldr4j("inspect", folder.resolve("none.npy")), "none.npy");
        assertRefused(Run.tldr4j("inspect"), "FILE");
        Path file = Samples.vectors(folder.resolve("docs.npy"), 10, 8, 1);
        assertRefused(Run.tldr4j("inspect", file, "--sample", 0), "--sample 0");
    }

    private static void assertRefused(Run run, String told) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("tldr4j: ").contains(told).hasLineCount(1);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> json, String key) {
        return (Map<String, Object>) json.get(key);
    }
}

package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.ReadListener;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on files with columns: Parquet, JSONL, CSV, HDF5. */
class VectorFilesTest {
    private static final int ROWS = 60;
    private static final int DIMS = 8;
    private static final Path HOW_TO = Path.of("..", "docs", "how-to", "read-and-write-vector-files.md");
    private static final Path HDF5 =
            Path.of("..", "vectors", "src", "test", "resources", "dev", "tldr4j", "vectors", "files", "ann.hdf5");

    @TempDir
    Path folder;

    private Path docs;

    /** doc-0, doc-1, … */
    private record Numbered(String column) implements RowIds {
        @Override
        public boolean areNumbers() {
            return false;
        }

        @Override
        public String get(int row) {
            return "doc-" + row;
        }
    }

    @BeforeEach
    void files() throws IOException {
        docs = docs("docs.parquet", "id");
        Files.copy(HDF5, folder.resolve("ann.hdf5"));
    }

    private Path docs(String name, String idColumn) throws IOException {
        Path file = folder.resolve(name);
        try (var writer = VectorWriter.create(file, ElementType.F4, DIMS, Optional.of(new Numbered(idColumn)))) {
            writer.write(FloatBuffer.wrap(Samples.values(ROWS, DIMS, 1)));
            writer.finish();
        }
        return file;
    }

    private Path model() {
        Path model = folder.resolve("pca.safetensors");
        Run.succeeds("fit", "--input", docs, "--dims", 2, "--output", model, "--method", "pca", "--quiet");
        return model;
    }

    private Run encode(Path model, Path input, String output, Object... more) {
        var args = new ArrayList<Object>(
                List.of("encode", "--model", model, "--input", input, "--output", folder.resolve(output)));
        args.addAll(List.of(more));
        return Run.tldr4j(args.toArray());
    }

    private List<String> ids(String name) throws IOException {
        try (var vectors = Vectors.openWithIds(folder.resolve(name), Optional.empty(), ReadListener.NONE)) {
            List<String> ids = new ArrayList<>();
            vectors.ids().ifPresent(read -> {
                for (int i = 0; i < vectors.rows(); i++) {
                    ids.add(read.get(i));
                }
            });
            return ids;
        }
    }

    /** Every line of the how-to that begins with tldr4j, in the order of the page. */
    @Test
    void theCommandsOfTheHowToWork() throws IOException {
        int commands = 0;
        for (String line : Files.readAllLines(HOW_TO)) {
            if (!line.startsWith("tldr4j ")) {
                continue;
            }
            var args = new ArrayList<Object>();
            for (String word : line.substring("tldr4j ".length()).trim().split(" +")) {
                args.add(word.contains(".") ? folder.resolve(word) : word);
            }
            if (args.contains("fit")) {
                args.addAll(List.of("--projector", "mlp-1-32", "--epochs", 2, "--batch-size", 32, "--threads", 1));
            }
            Run.succeeds(args.toArray());
            commands++;
        }
        assertThat(commands).isEqualTo(8);
        assertThat(ids("docs-4.parquet")).hasSize(ROWS).startsWith("doc-0", "doc-1");
        assertThat(ids("again.parquet")).isEqualTo(ids("docs-4.parquet"));
        assertThat(ids("docs-4.csv")).isEmpty();
    }

    @Test
    void everyFormatIsEncodedToTheSame() throws IOException {
        Path model = model();
        assertThat(encode(model, docs, "expected.npy").code()).isZero();
        byte[] expected = Files.readAllBytes(folder.resolve("expected.npy"));
        for (String name : List.of("docs.jsonl", "docs.csv", "docs.npy")) {
            Path same = folder.resolve(name);
            Run.succeeds("convert", "--input", docs, "--output", same);
            assertThat(encode(model, same, "actual.npy", "--quiet").err()).isEmpty();
            assertThat(Files.readAllBytes(folder.resolve("actual.npy"))).isEqualTo(expected);
        }
    }

    @Test
    void idsThatAreLostAreNoted() {
        Path model = model();
        assertThat(encode(model, docs, "out.npy").err()).contains("note: the ids in column id are left out");
        assertThat(encode(model, docs, "out.npy", "--id", "none").err()).doesNotContain("note");
        assertThat(encode(model, docs, "out.jsonl").err()).doesNotContain("note");
    }

    @Test
    void aFileForPostgresHasTheIds() throws IOException {
        assertThat(encode(model(), docs, "out.copy").err()).doesNotContain("note");
        assertThat(Files.readAllLines(folder.resolve("out.copy")))
                .hasSize(ROWS)
                .allMatch(line -> line.matches("doc-\\d+\t\\[[-.0-9E,]+]"));
    }

    @Test
    void anIdColumnOfAnotherNameIsNamed() throws IOException {
        Path model = model();
        Path keyed = docs("keyed.parquet", "key");
        assertThat(encode(model, keyed, "out.jsonl", "--id", "key").code()).isZero();
        assertThat(Files.readString(folder.resolve("out.jsonl"))).startsWith("{\"key\":\"doc-0\",\"vector\":[");

        Run wrong = encode(model, keyed, "out.jsonl", "--id", "id");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("there is no column \"id\"; there are \"key\", \"vector\"");
    }

    @Test
    void aFileIsNotReplacedByWhatIsMadeOfAColumnOfIt() {
        Run run = Run.tldr4j("convert", "--input", folder.resolve("docs.parquet#vector"), "--output", docs);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is also an input");
    }

    @Test
    void theCommandsThatSearchTakeColumnsToo() {
        Path graph = folder.resolve("graph.npy");
        Run.succeeds("neighbors", "--input", folder.resolve("docs.parquet#vector"), "-k", 3, "--output", graph);
        Run.succeeds("evaluate", "overlap", "--input", docs, "--model", model(), "-k", 5);
        Run missing = Run.tldr4j("inspect", folder.resolve("docs.parquet#vectors"));
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err().lines()).hasSize(1);
        assertThat(missing.err()).contains("there is no column \"vectors\"");
    }
}

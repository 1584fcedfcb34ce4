package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with what the user gave: one line that says so, exit code 2, and no output. */
class BadInputTest {
    @TempDir
    Path folder;

    private Path output() {
        return folder.resolve("out").resolve("result.npy");
    }

    private void assertRefused(Run run, Object... told) throws IOException {
        assertThat(run.err()).startsWith("tldr4j: ").hasLineCount(1);
        for (Object text : told) {
            assertThat(run.err()).contains(text.toString());
        }
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        if (Files.isDirectory(output().getParent())) {
            assertThat(output().getParent()).isEmptyDirectory();
        }
    }

    private Run fit(Path input, int dims, Object... more) throws IOException {
        Files.createDirectories(output().getParent());
        return Run.tldr4j(Samples.quickFit(input, dims, output(), append(more, "--quiet")));
    }

    private static Object[] append(Object[] args, Object more) {
        Object[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = more;
        return all;
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private static byte[] npy(String shape, int floats) {
        String header = String.format("%-117s\n", "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }");
        var bytes = ByteBuffer.allocate(10 + 118 + 4 * floats).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) 118);
        bytes.put(header.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < floats; i++) {
            bytes.putFloat(i * i % 1009); // no two rows are the same
        }
        return bytes.array();
    }

    @Test
    void aFileLikeThisIsFineWhenItIsWhole() throws IOException {
        Path whole = file("whole.npy", npy("(100, 8)", 800));

        assertThat(fit(whole, 2).code()).isZero();
    }

    @Test
    void aMissingFile() throws IOException {
        assertRefused(fit(folder.resolve("none.npy"), 2), "none.npy");
    }

    @Test
    void aFolderInsteadOfAFile() throws IOException {
        assertRefused(fit(Files.createDirectory(folder.resolve("folder.npy")), 2), "folder.npy");
    }

    @Test
    void aFileOfUnknownKind() throws IOException {
        assertRefused(fit(file("vectors.xyz", new byte[100]), 2), "vectors.xyz");
    }

    @Test
    void aTruncatedFile() throws IOException {
        assertRefused(fit(file("short.npy", npy("(100, 8)", 799)), 2), "short.npy");
    }

    @Test
    void aHeaderThatPromisesMoreThanAnyMemoryHolds() throws IOException {
        assertRefused(fit(file("lying.npy", npy("(2147483647, 2147483647)", 800)), 2), "lying.npy");
    }

    @Test
    void aWrongMagic() throws IOException {
        byte[] bytes = npy("(100, 8)", 800);
        bytes[1] = 'X';
        assertRefused(fit(file("magic.npy", bytes), 2), "magic.npy");
    }

    @Test
    void anEmptyFile() throws IOException {
        assertRefused(fit(file("empty.npy", new byte[0]), 2), "empty.npy");
        assertRefused(fit(file("empty.fvecs", new byte[0]), 2), "empty.fvecs");
    }

    @Test
    void rowsOfUnequalWidth() throws IOException {
        var bytes = ByteBuffer.allocate(4 + 8 + 4 + 12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(2).putFloat(1).putFloat(2);
        bytes.putInt(3).putFloat(1).putFloat(2).putFloat(3);
        assertRefused(fit(file("ragged.fvecs", bytes.array()), 1), "ragged.fvecs");
    }

    @Test
    void notANumberIsNamedByFileAndRow() throws IOException {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            byte[] bytes = npy("(100, 8)", 800);
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(128 + 4 * (8 * 42 + 3), bad);
            Path input = file("nan.npy", bytes);
            assertRefused(fit(input, 2), "nan.npy", "row 42");
            assertRefused(neighbors(input, 3, "l2"), "nan.npy", "row 42");
            assertRefused(encode(model(8), input), "nan.npy", "row 42");
        }
    }

    private Run neighbors(Path input, int k, String metric) throws IOException {
        Files.createDirectories(output().getParent());
        return Run.tldr4j("neighbors", "--input", input, "-k", k, "--metric", metric, "--output", output(), "--quiet");
    }

    private Run encode(Path model, Path input) throws IOException {
        Files.createDirectories(output().getParent());
        return Run.tldr4j("encode", "--model", model, "--input", input, "--output", output(), "--quiet");
    }

    private Path model(int dims) throws IOException {
        Path file = folder.resolve("model-" + dims + ".safetensors");
        if (!Files.exists(file)) {
            Path input = Samples.vectors(folder.resolve("for-model.npy"), 100, dims, 1);
            Run.succeeds(Samples.quickFit(input, 2, file, "--quiet"));
        }
        return file;
    }

    @Test
    void sampleQueriesThatDoNotFit() throws IOException {
        Path docs = file("docs.npy", npy("(100, 8)", 800));
        Path narrow = file("narrow.npy", npy("(10, 6)", 60));
        Path queries = file("queries.npy", npy("(10, 8)", 80));

        assertThat(fit(docs, 2, "--queries", queries).code()).isZero();
        Files.delete(output());
        assertRefused(fit(docs, 2, "--queries", narrow), narrow, "6 dimensions");
        assertRefused(fit(docs, 2, "--queries", queries, "--recipe", "paper"), "default recipe");
        assertRefused(fit(docs, 2, "--queries", file("one.npy", npy("(0, 8)", 0))), "is empty");
    }

    @Test
    void noMoreRowsThanNeighbours() throws IOException {
        Path five = Samples.vectors(folder.resolve("five.npy"), 5, 8, 1);

        assertRefused(neighbors(five, 5, "l2"), "5");
        assertRefused(fit(five, 2, "--neighbors", 5), "5");
    }

    @Test
    void noFewerDimsThanBefore() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);

        assertRefused(fit(input, 8), "8");
        assertRefused(fit(input, 9), "9");
        assertRefused(fit(input, 0), "0");
        Path one = Samples.vectors(folder.resolve("one.npy"), 100, 1, 1);
        assertRefused(fit(one, 1), "one.npy has one dimension, which cannot become fewer");
    }

    @Test
    void oneRow() throws IOException {
        Path one = Samples.vectors(folder.resolve("one.npy"), 1, 8, 1);

        assertRefused(neighbors(one, 1, "l2"), "one.npy: has one row, which has no neighbours");
        assertRefused(fit(one, 2), "one.npy has one row; learning needs at least 2");
    }

    @Test
    void rowsThatAreAllTheSame() throws IOException {
        float[] values = new float[100 * 8];
        Arrays.fill(values, 3);
        Path same = Samples.write(folder.resolve("same.npy"), 8, values);

        assertRefused(fit(same, 2), "same.npy: all rows are the same");
        assertRefused(
                Run.tldr4j(
                        "compare",
                        "--input",
                        same,
                        "--output",
                        folder.resolve("comparison"),
                        "--methods",
                        "pca",
                        "--dims",
                        2,
                        "--metric",
                        "l2",
                        "--quiet"),
                "same.npy: all rows are the same");
    }

    @Test
    void aModelForVectorsOfAnotherLength() throws IOException {
        Path input = Samples.vectors(folder.resolve("nine.npy"), 100, 9, 1);

        assertRefused(encode(model(8), input), "nine.npy", "9", "model-8.safetensors", "8");
    }

    @Test
    void aModelThatIsNone() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);

        assertRefused(encode(file("broken.safetensors", new byte[] {1, 2, 3}), input), "broken.safetensors");
        assertRefused(encode(folder.resolve("none.safetensors"), input), "none.safetensors");
    }

    @Test
    void zeroVectorsHaveNoAngle() throws IOException {
        float[] values = Samples.values(100, 8, 1);
        Arrays.fill(values, 7 * 8, 8 * 8, 0);
        Path input = Samples.write(folder.resolve("zero.npy"), 8, values);

        assertRefused(neighbors(input, 3, "cosine"), "zero.npy", "row 7");
        assertRefused(fit(input, 2, "--method", "tldr", "--metric", "cosine"), "zero.npy", "row 7");
        // in the whitened space, zero is a point like others
        assertThat(fit(input, 2).code()).isZero();
    }

    @Test
    void whitenedNeighborsHaveAnglesAlone() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);
        Path output = folder.resolve("graph.npy");
        assertRefused(
                Run.tldr4j("neighbors", "--input", input, "--output", output, "--space", "whitened", "--metric", "dot"),
                "--space whitened",
                "--metric dot");
        assertRefused(
                Run.tldr4j("neighbors", "--input", input, "--output", output, "--space", "whitened", "-k", 100),
                "eight.npy");
        assertThat(output).doesNotExist();
    }

    @Test
    void anOutputFolderThatDoesNotExist() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);
        Path output = folder.resolve("no-such-folder").resolve("m.safetensors");

        assertRefused(Run.tldr4j(Samples.quickFit(input, 2, output)), output, "does not exist");
        assertThat(output.getParent()).doesNotExist();
    }

    @Test
    void anOutputFolderThatCannotBeWritten() throws IOException {
        Path readOnly = Path.of("/proc");
        assumeTrue(Files.isDirectory(readOnly), "a folder where even root cannot write");
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);
        Path output = readOnly.resolve("tldr4j-test.npy");

        Run run = Run.tldr4j("convert", "--input", input, "--output", output);
        assertRefused(run, output, "nothing can be written in its folder");
        assertThat(run.err()).doesNotContain("Exception", "partial");
    }

    @Test
    void aFileInsteadOfAFolderToKeepTheDemoIn() throws IOException {
        Path file = file("demo-data", new byte[0]);

        assertRefused(Run.tldr4j("demo", "--keep", file), file + ": this folder cannot be made; name another");
    }

    @Test
    void anOutputThatIsTheInput() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);
        byte[] before = Files.readAllBytes(input);

        assertRefused(Run.tldr4j(Samples.quickFit(input, 2, input)), input, "also an input");
        assertThat(Files.readAllBytes(input)).isEqualTo(before);
    }

    @Test
    void anOutputOfUnknownKind() throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);

        for (String command : new String[] {"convert", "neighbors"}) {
            Path output = folder.resolve("out.xyz");
            assertRefused(Run.tldr4j(command, "--input", input, "--output", output), output);
            assertThat(output).doesNotExist();
        }
    }

    @Test
    void labelsThatDoNotFitTheRows() throws IOException {
        Path train = Samples.vectors(folder.resolve("train.npy"), 100, 8, 1);
        Path test = Samples.vectors(folder.resolve("test.npy"), 20, 8, 2);
        Path trainLabels = Samples.labels(folder.resolve("train-labels.npy"), 101);
        Path testLabels = Samples.labels(folder.resolve("test-labels.npy"), 20);

        Run run = Run.tldr4j(
                "evaluate",
                "knn",
                "--train",
                train,
                "--train-labels",
                trainLabels,
                "--test",
                test,
                "--test-labels",
                testLabels,
                "-k",
                5);

        assertRefused(run, "train-labels.npy", "101", "train.npy", "100");
    }

    @Test
    void qrelsThatNameRowsThatDoNotExist() throws IOException {
        Path docs = Samples.vectors(folder.resolve("docs.npy"), 100, 8, 1);
        Path queries = Samples.vectors(folder.resolve("queries.npy"), 20, 8, 2);
        for (String line : new String[] {"20\t5\t1", "5\t100\t1", "5\t-1\t1"}) {
            Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "0\t0\t1\n" + line + "\n");

            Run run = Run.tldr4j("evaluate", "retrieval", "--docs", docs, "--queries", queries, "--qrels", qrels);

            assertRefused(run, "qrels.tsv", "does not exist");
        }
    }

    private static Stream<Setting<?>> settings() {
        return Settings.all().stream().filter(setting -> setting.type() != Boolean.class);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void whatIsNoValueOfASettingOfAFit(Setting<?> setting) throws IOException {
        Path input = Samples.vectors(folder.resolve("eight.npy"), 100, 8, 1);
        String wrong = setting.type() == Integer.class ? "0" : setting.type() == Double.class ? "-1" : "wrong";

        var args = new ArrayList<Object>(List.of("fit", "--input", input, "--output", output(), "--quiet"));
        args.addAll(List.of("--" + setting.name(), wrong));
        if (setting != Settings.DIMS) {
            args.addAll(List.of("--dims", 2));
        }
        Files.createDirectories(output().getParent());
        Run run = Run.tldr4j(args.toArray());

        assertRefused(run, setting.name(), wrong);
    }
}

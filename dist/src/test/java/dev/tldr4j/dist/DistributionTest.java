package dev.tldr4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.dist.Unpacked.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked and used with a Java that can only run programs. */
class DistributionTest {
    private static final String VERSION = System.getProperty("tldr4j.version");

    private static Unpacked unpacked;
    private static Path runtime;

    @BeforeAll
    static void unpack(@TempDir Path folder) throws Exception {
        unpacked = Unpacked.in(Files.createDirectory(folder.resolve("unpacked")));
        runtime = runtime(folder.resolve("runtime"));
    }

    /** A Java without compiler and tools, as a JRE is; this process's own where jlink cannot make one. */
    private static Path runtime(Path folder) throws Exception {
        int code = ToolProvider.findFirst("jlink")
                .map(jlink -> jlink.run(
                        System.out,
                        System.err,
                        "--add-modules",
                        "java.se,jdk.management,jdk.unsupported",
                        "--output",
                        folder.toString()))
                .orElse(1);
        if (code != 0) {
            return Path.of(System.getProperty("java.home"));
        }
        // a JRE as one installs it has an archive of the JDK's own classes
        unpacked.run(Map.of(), folder.resolve("bin/java").toString(), "-Xshare:dump");
        return folder;
    }

    @Test
    void startsWithARuntimeAlone() throws Exception {
        Result version = unpacked.tldr4j(runtime, "--version");

        assertThat(version.code()).as(version.err()).isZero();
        assertThat(version.err()).isEmpty();
        assertThat(version.out()).startsWith("tldr4j " + VERSION + ", Java ").contains("\nOpenBLAS ");
    }

    @Test
    void learnsAnEncoderAndUsesIt() throws Exception {
        vectors("rows.csv", 300);

        Result fit = unpacked.tldr4j(
                runtime,
                "fit",
                "--quiet",
                "--input",
                "rows.csv",
                "--dims",
                "2",
                "--output",
                "e.safetensors",
                "--method",
                "pca");
        Result encode = unpacked.tldr4j(
                runtime,
                "encode",
                "--quiet",
                "--model",
                "e.safetensors",
                "--input",
                "rows.csv",
                "--output",
                "short.npy");

        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(encode.code()).as(encode.err()).isZero();
        assertThat(unpacked.user().resolve("short.npy")).isNotEmptyFile();
    }

    @Test
    void aSecondStartReadsItsClassesFromTheArchiveThatTheFirstOneMade() throws Exception {
        Path log = unpacked.user().resolve("classes.log");
        Map<String, String> environment = Map.of(
                "XDG_CACHE_HOME",
                unpacked.user().resolve("cache").toString(),
                "TLDR4J_OPTS",
                "-Xlog:class+load:file=" + log);

        unpacked.tldr4j(runtime, environment, "--help");
        Result second = unpacked.tldr4j(runtime, environment, "--help");

        assertThat(second.code()).isZero();
        assertThat(unpacked.user().resolve("cache/tldr4j/classes")).isDirectoryContaining("glob:**.jsa");
        assertThat(Files.readString(log)).containsPattern("dev.tldr4j.cli.Main source: shared objects file");
    }

    @Test
    void startsWhereNothingCanBeKept() throws Exception {
        Path file = Files.writeString(unpacked.user().resolve("a-file"), "no folder");

        Result help = unpacked.tldr4j(runtime, Map.of("XDG_CACHE_HOME", file.toString()), "--help");

        assertThat(help.code()).as(help.err()).isZero();
        assertThat(help.err()).isEmpty();
    }

    @Test
    void luceneBenchFindsLuceneAndANewerJava() throws Exception {
        assumeTrue(Files.isDirectory(unpacked.home().resolve("lib/lucene")), "built without Lucene");
        vectors("docs.csv", 400);

        Result bench = unpacked.tldr4j(
                runtime, "lucene-bench", "--quiet", "--json", "--input", "docs.csv", "--methods", "pca", "--dims", "2");

        assertThat(bench.code()).as(bench.err()).isZero();
        assertThat(bench.out()).contains("Lucene");
    }

    @Test
    void aCardIsLookedForByTheModuleOfTheDistribution() throws Exception {
        assumeTrue(Files.isDirectory(unpacked.home().resolve("lib/cuda")), "built without cuda");
        vectors("some.csv", 100);

        Result fit = unpacked.tldr4j(
                runtime, "fit", "--input", "some.csv", "--dims", "2", "--output", "c.safetensors", "--device", "cuda");

        // where there is none, the module itself says so
        assertThat(fit.code() == 0 || fit.err().contains("no NVIDIA card can be used"))
                .as(fit.err())
                .isTrue();
    }

    private static void vectors(String name, int rows) throws IOException {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append(random.nextGaussian())
                    .append(',')
                    .append(random.nextGaussian())
                    .append(',');
            text.append(random.nextGaussian())
                    .append(',')
                    .append(random.nextGaussian())
                    .append('\n');
        }
        Files.writeString(unpacked.user().resolve(name), text);
    }
}

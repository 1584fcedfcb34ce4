package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.File;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that holds all that Spark does not bring, as spark-submit and PySpark take it. */
class OneJarTest {
    private static final Path JAR = Path.of(System.getProperty("tldr4j.spark.jar"));

    @TempDir
    Path folder;

    private record Answer(int code, String said) {}

    @Test
    void itHoldsNothingOfSparksAndItsLicences() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> names = jar.stream().map(entry -> entry.getName()).toList();
            assertThat(names)
                    .contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/licenses/openblas.txt")
                    .contains("dev/tldr4j/spark/TldrReducer.class", "dev/tldr4j/encoder/Encoder.class")
                    .filteredOn(name -> name.endsWith(".class"))
                    .allMatch(name -> name.startsWith("dev/tldr4j/") || name.startsWith("org/bytedeco/"));
        }
    }

    @Test
    void sparkSubmitTakesItAlone() throws Exception {
        Path table = folder.resolve("docs.parquet");
        float[][] vectors = LocalSpark.grouped(200, 12, 1);
        try (VectorWriter writer = VectorWriter.create(table, ElementType.F4, 12)) {
            for (float[] vector : vectors) {
                writer.write(FloatBuffer.wrap(vector));
            }
            writer.finish();
        }
        Path model = folder.resolve("docs-3");

        Answer fit = sparkSubmit(
                "--master",
                "local[2]",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.driver.host=localhost",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--class",
                "dev.tldr4j.spark.TldrJob",
                JAR.toString(),
                "fit",
                "--input",
                table.toString(),
                "--inputCol",
                "vector",
                "--dims",
                "3",
                "--steps",
                "3",
                "--model",
                model.toString());

        assertThat(fit.code()).as(fit.said()).isZero();
        Encoder encoder = Encoder.load(model.resolve(TldrReducerModel.ENCODER));
        assertThat(fit.said())
                .contains("tldr4j: " + model + " has encoder " + encoder.id()
                        + ": 12 dimensions to 3, learned from 200 rows in ")
                .doesNotContain(" ERROR ");
    }

    @Test
    void pythonsStagesAreThoseOfJava() throws Exception {
        boolean there;
        try {
            there = run(Map.of(), "python3", "-c", "import numpy, pyspark; assert pyspark.__version__[:4] == '4.1.'")
                            .code()
                    == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, "python3 with PySpark 4.1 and numpy");

        Answer tests =
                run(Map.of("TLDR4J_SPARK_JAR", JAR.toString()), "python3", "-B", "-m", "unittest", "test_tldr4j_spark");

        assertThat(tests.code()).as(tests.said()).isZero();
        assertThat(tests.said()).containsPattern("Ran [1-9][0-9]* tests").doesNotContain("skipped");
    }

    /** As the script of that name does: Spark's launcher says with what options Java is to be started. */
    private Answer sparkSubmit(String... arguments) throws Exception {
        Path home = folder.resolve("spark");
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(part);
            if (part.endsWith(".jar") && !part.contains("tldr4j") && !part.contains("bytedeco")) {
                Path link = jars.resolve(jar.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, jar);
                }
            }
        }
        Map<String, String> environment =
                Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13", "SPARK_LOCAL_IP", "127.0.0.1");
        List<String> launcher = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jars + "/*",
                "org.apache.spark.launcher.Main",
                "org.apache.spark.deploy.SparkSubmit"));
        launcher.addAll(Arrays.asList(arguments));
        Answer command = run(environment, launcher.toArray(String[]::new));
        assertThat(command.code()).as(command.said()).isZero();
        // parts end in zeros; before them may be a line for shells
        List<String> parts = Arrays.stream(command.said().split("\0"))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
        return run(environment, parts.toArray(String[]::new));
    }

    private Answer run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Path.of("..", "python").toFile())
                .redirectErrorStream(true);
        // those of the tests in this process are none of a user's
        builder.environment().keySet().removeAll(List.of("SPARK_TESTING", "SPARK_HOME", "SPARK_SCALA_VERSION"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), said);
    }
}

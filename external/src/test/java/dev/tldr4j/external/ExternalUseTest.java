package dev.tldr4j.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Projects outside this build, each with one dependency on what it has made. */
class ExternalUseTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path PROJECTS = TARGET.resolve("projects");
    private static final Path WEIGHTS = ROOT.resolve("docs/reference/artifacts.md");

    private static LocalRepository repository;

    @BeforeAll
    static void buildThem() throws Exception {
        repository =
                LocalRepository.beside(Path.of(System.getProperty("maven.repository")), TARGET.resolve("repository"));
        repository.install(ROOT);
        copy(Path.of("projects"), PROJECTS);

        Path log = TARGET.resolve("projects.log");
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(), "-B", "-ntp", "-T2"));
        command.add("-Dmaven.repo.local=" + repository.folder());
        // versions of other people's artifacts: what the rest of the build has fetched already
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("external."))
                .forEach(name ->
                        command.add("-D" + name.substring("external.".length()) + "=" + System.getProperty(name)));
        if (hasLucene()) {
            command.add("-Plucene");
        }
        command.add("test");
        int code = new ProcessBuilder(command)
                .directory(PROJECTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertThat(code).as(() -> read(log)).isZero();
    }

    @Test
    void everyProjectRanItsTest() throws IOException {
        List<String> names = new ArrayList<>(List.of("encoder", "learn", "langchain4j", "spring-ai", "spark"));
        if (hasLucene()) {
            names.add("lucene");
        }
        for (String name : names) {
            try (Stream<Path> reports = Files.list(PROJECTS.resolve(name + "/target/surefire-reports"))) {
                assertThat(reports.filter(file -> file.toString().endsWith(".txt")))
                        .singleElement()
                        .satisfies(report -> assertThat(report)
                                .content()
                                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"));
            }
        }
    }

    @Test
    void theEncoderComesAlone() throws IOException {
        assertThat(jars("encoder")).hasSize(1);
    }

    @Test
    void theFrameworksAreLeftToTheApplication() throws IOException {
        for (String name : List.of("langchain4j", "spring-ai", "spark")) {
            assertThat(jars(name)).noneMatch(jar -> jar.getName().matches("(langchain4j|spring|spark|scala).*"));
        }
    }

    @Test
    void thePageSaysWhatEachBrings() throws IOException {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "the page is of Linux with x86-64");
        Map<String, String> measured = new TreeMap<>();
        for (String name : List.of("encoder", "learn", "langchain4j", "spring-ai", "spark", "lucene")) {
            if (Files.isDirectory(PROJECTS.resolve(name + "/target/jars"))) {
                List<File> jars = jars(name);
                measured.put(artifact(name), jars.size() + " | " + megabytes(jars));
            }
        }

        String page = Files.readString(WEIGHTS);

        assertThat(measured).allSatisfy((artifact, weight) -> assertThat(page)
                .as("a row of docs/reference/artifacts.md; all that is measured: %s", measured)
                .containsPattern("\\| `" + artifact + "` \\|[^\\n]*\\| " + weight.replace("|", "\\|") + " \\|\\n"));
    }

    private static String artifact(String project) {
        return project.equals("spring-ai") ? "tldr4j-spring-boot-starter" : "tldr4j-" + project;
    }

    /** To one figure below a megabyte and one digit above, so that small changes do not change the page. */
    private static String megabytes(List<File> jars) {
        double megabytes = jars.stream().mapToLong(File::length).sum() / 1e6;
        return megabytes < 1
                ? String.format(Locale.ROOT, "%.1f", megabytes)
                : String.format(Locale.ROOT, "%.0f", megabytes);
    }

    private static List<File> jars(String project) throws IOException {
        try (Stream<Path> files = Files.list(PROJECTS.resolve(project + "/target/jars"))) {
            return files.map(Path::toFile).sorted().toList();
        }
    }

    private static boolean hasLucene() {
        return repository.has("tldr4j-lucene");
    }

    private static void copy(Path from, Path to) throws IOException {
        LocalRepository.delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}

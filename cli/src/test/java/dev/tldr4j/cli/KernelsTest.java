package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of the library that multiplies, and of a variable that slows it down. */
class KernelsTest {
    private static final String VARIABLE = "OPENBLAS_CORETYPE";
    private static final String WARNING = VARIABLE + "=Haswell keeps OpenBLAS from this CPU's AVX-512";

    @TempDir
    Path folder;

    @Test
    void aVariableThatSlowsProductsIsToldOfOnce() throws IOException, InterruptedException {
        // on another CPU there is nothing to tell
        String version = haswell("--version");
        assumeThat(version).contains(WARNING);
        assertThat(version).contains("\nOpenBLAS ", ", Haswell kernels, ").hasLineCount(3);

        Path train = Samples.vectors(folder.resolve("train.npy"), 60, 8, 1);
        Object[] neighbors = {"neighbors", "--input", train, "-k", 2, "--output", folder.resolve("graph.npy")};
        Path model = folder.resolve("encoder.safetensors");
        Object[] comparison = {
            "compare",
            "--input",
            train,
            "--dims",
            2,
            "--methods",
            "pca",
            "ica",
            "--output",
            folder.resolve("comparison")
        };
        for (Object[] command : List.of(neighbors, Samples.quickFit(train, 2, model), comparison)) {
            assertThat(haswell(command)).containsOnlyOnce("note: " + WARNING);
        }
        assertThat(haswell(Samples.quickFit(train, 2, model, "--quiet"))).doesNotContain(VARIABLE);
    }

    @Test
    void theVersionIsToldWhereOpenBlasCannotBeLoaded() throws IOException, InterruptedException {
        String withoutLibrary = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> !new File(path).getName().matches("openblas-.*-(linux|macosx|windows)-.*"))
                .collect(Collectors.joining(File.pathSeparator));

        assertThat(process(withoutLibrary, null, "--version"))
                .startsWith("tldr4j ")
                .containsPattern("\nOpenBLAS could not be loaded \\(.+\\), [0-9]+ threads?\n")
                .hasLineCount(2);
    }

    private static String haswell(Object... arguments) throws IOException, InterruptedException {
        return process(System.getProperty("java.class.path"), "Haswell", arguments);
    }

    /** What a process of its own says, since OpenBLAS looks at its variable when it is loaded. */
    private static String process(String classPath, String kernels, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                "dev.tldr4j.cli.Main"));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove(VARIABLE);
        if (kernels != null) {
            builder.environment().put(VARIABLE, kernels);
        }
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).describedAs(said).isZero();
        return said;
    }
}

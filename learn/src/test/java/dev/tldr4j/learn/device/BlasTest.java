package dev.tldr4j.learn.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenBLAS looks at its variable when it is loaded, so each value of that has a process of its own. */
class BlasTest {
    private static final String VARIABLE = "OPENBLAS_CORETYPE";
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String AVX512 = "fpu avx2 avx512f avx512dq rdseed avx512cd avx512bw avx512vl";

    @Test
    void aVariableThatKeepsOpenBlasFromAvx512IsToldOf() {
        assertThat(Blas.warning("Haswell", "Haswell", cpu(AVX512)))
                .hasValue(
                        "OPENBLAS_CORETYPE=Haswell keeps OpenBLAS from this CPU's AVX-512: products take up to twice as"
                                + " long; unset it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SkylakeX", "Cooperlake", "SapphireRapids"})
    void nothingIsToldWhereTheKernelsUseAvx512(String kernels) {
        assertThat(Blas.warning(kernels, kernels, cpu(AVX512))).isEmpty();
        assertThat(Blas.warning("unknown to OpenBLAS", kernels, cpu(AVX512))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fpu avx2",
                "fpu avx2 avx512f avx512cd avx512er avx512pf",
                "fpu avx2 avx512f avx512dq avx512cd avx512bw avx512vlx"
            })
    void nothingIsToldOfACpuWithoutAllThatTheKernelsNeed(String flags) {
        assertThat(Blas.warning("Haswell", "Haswell", cpu(flags))).isEmpty();
    }

    @Test
    void nothingIsToldOfACpuThatSaysNothing() {
        assertThat(Blas.warning("ARMV8", "ARMV8", "")).isEmpty();
        assertThat(Blas.warning("ARMV8", "ARMV8", "processor\t: 0\nFeatures\t: fp asimd evtstrm\n"))
                .isEmpty();
    }

    private static String cpu(String flags) {
        return "processor\t: 0\nmodel name\t: of a kind\nflags\t\t: " + flags + "\nbugs\t\t: avx512vl\n\n";
    }

    @Test
    void openBlasTakesTheKernelsOfTheCpu() throws IOException, InterruptedException {
        assumeAvx512();

        String said = process(null);

        assertThat(said).containsPattern("(?m)^OpenBLAS [0-9.]+, (SkylakeX|Cooperlake|SapphireRapids) kernels$");
        assertThat(said).contains("Optional.empty");
    }

    @Test
    void aUsersVariableWinsAndShows() throws IOException, InterruptedException {
        assumeAvx512();

        String said = process("Haswell");

        assertThat(said).containsPattern("(?m)^OpenBLAS [0-9.]+, Haswell kernels$");
        assertThat(said).containsPattern("(?m)^OpenBLAS [0-9.]+ Haswell$");
        assertThat(said).contains("OPENBLAS_CORETYPE=Haswell keeps OpenBLAS from this CPU's AVX-512");
    }

    private static void assumeAvx512() throws IOException {
        assumeThat(CPU_INFO).exists();
        assumeThat(Blas.hasAvx512(Files.readString(CPU_INFO))).isTrue();
    }

    private static String process(String wanted) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BlasTest.class.getName())
                .redirectErrorStream(true);
        builder.environment().remove(VARIABLE);
        if (wanted != null) {
            builder.environment().put(VARIABLE, wanted);
        }
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).describedAs(said).isZero();
        return said;
    }

    /** The process. */
    public static void main(String[] arguments) {
        System.out.println(Blas.describe());
        System.out.println(Blas.kernels());
        System.out.println(Blas.warning());
    }
}

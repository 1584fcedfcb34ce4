package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ludovic.netlib.blas.BLAS;
import dev.tldr4j.learn.internal.OpenBlas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The machine's BLAS, which Spark's own stages use, and ours in one process, whichever is loaded first. Each order has a
 * process of its own, which a wrong function would end.
 */
class TwoBlasTest {
    private static final String NONE = "this machine has no libblas.so.3";

    @ParameterizedTest
    @ValueSource(strings = {"ours theirs ours", "theirs ours theirs"})
    void bothComputeWhatTheyShould(String order) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TwoBlasTest.class.getName(),
                        order)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        assumeThat(said).doesNotContain(NONE);
        assertThat(status).describedAs(said).isZero();
        assertThat(said).contains("ours: true", "theirs: true").doesNotContain("false");
    }

    /** The process. */
    public static void main(String[] arguments) {
        for (String which : arguments[0].split(" ")) {
            boolean right = which.equals("ours") ? oursIsRight() : theirsIsRight();
            System.out.println(which + ": " + right);
        }
    }

    private static boolean oursIsRight() {
        double[] product = OpenBlas.product(new double[] {1, 2, 3, 4}, new double[] {1, 0, 2, 4}, 2, 2, 2);
        double[] eigenvalues = OpenBlas.eigen(new double[] {2, 1, 1, 2}, 2, 1);
        return List.of(product[0], product[1], product[2], product[3]).equals(List.of(5.0, 8.0, 11.0, 16.0))
                && Math.abs(eigenvalues[0] - 1) < 1e-12
                && Math.abs(eigenvalues[1] - 3) < 1e-12;
    }

    /** As Spark asks for it, see its class BLAS. */
    private static boolean theirsIsRight() {
        BLAS blas;
        try {
            blas = dev.ludovic.netlib.blas.NativeBLAS.getInstance();
        } catch (RuntimeException | LinkageError e) {
            System.out.println(NONE + ": " + e);
            return true;
        }
        int n = 100;
        double[] numbers = new double[n * n];
        double sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i % 11 - 5;
            sum += numbers[i] * numbers[i];
        }
        // the trace of A · Aᵀ is the sum of the squares of A
        double[] gram = new double[n * n];
        blas.dgemm("N", "T", n, n, n, 1, numbers, n, numbers, n, 0, gram, n);
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += gram[i * n + i];
        }
        return blas.ddot(n * n, numbers, 1, numbers, 1) == sum && trace == sum;
    }
}

package dev.tldr4j.learn.device;

import dev.tldr4j.learn.internal.OpenBlas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What multiplies matrices on the CPU: OpenBLAS, and those of its kernels that it chose by the CPU. The environment variable
 * OPENBLAS_CORETYPE chooses in its place. That is the user's right, but one that was left in an environment halves the speed
 * of all products, and nobody would notice.
 */
public final class Blas {
    private static final String VARIABLE = "OPENBLAS_CORETYPE";

    /** What OpenBLAS wants of a CPU before it takes one of the kernels below. */
    private static final Set<String> AVX512_FLAGS = Set.of("avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl");

    private static final Set<String> AVX512_KERNELS = Set.of("SkylakeX", "Cooperlake", "SapphireRapids");

    private Blas() {}

    /** Library, version and kernels, on which rounding depends, such as {@code OpenBLAS 0.3.31 Cooperlake}. */
    public static String kernels() {
        return OpenBlas.libraryAndKernels();
    }

    /** The same for people; where the library cannot be loaded, why. */
    public static String describe() {
        try {
            return OpenBlas.library() + ", " + OpenBlas.kernels() + " kernels";
        } catch (LinkageError e) {
            Throwable reason = e;
            while (reason.getCause() != null) {
                reason = reason.getCause();
            }
            return "OpenBLAS could not be loaded (" + reason.getMessage() + ")";
        }
    }

    /** That a variable holds OpenBLAS to kernels which are slower than this CPU's, if it does. */
    public static Optional<String> warning() {
        String wanted = System.getenv(VARIABLE);
        if (wanted == null) {
            return Optional.empty();
        }
        try {
            return warning(wanted, OpenBlas.kernels(), Files.readString(Path.of("/proc/cpuinfo")));
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * The same of any machine.
     *
     * @param wanted what the variable says
     * @param kernels those in use, which are others where OpenBLAS does not know what the variable says
     * @param cpuInfo what Linux tells of the CPU
     */
    static Optional<String> warning(String wanted, String kernels, String cpuInfo) {
        if (AVX512_KERNELS.contains(kernels) || !hasAvx512(cpuInfo)) {
            return Optional.empty();
        }
        return Optional.of(VARIABLE + "=" + wanted
                + " keeps OpenBLAS from this CPU's AVX-512: products take up to twice as" + " long; unset it");
    }

    static boolean hasAvx512(String cpuInfo) {
        return cpuInfo.lines()
                .filter(line -> line.startsWith("flags"))
                .anyMatch(line -> Arrays.asList(line.split("\\s+")).containsAll(AVX512_FLAGS));
    }
}

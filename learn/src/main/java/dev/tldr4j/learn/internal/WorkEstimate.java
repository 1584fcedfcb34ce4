package dev.tldr4j.learn.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.Locale;

/** What large matrices will take, said or refused before the work begins. */
public final class WorkEstimate {
    /** An array's length; LAPACK's matrices lie in arrays. */
    private static final int LARGEST_SQUARE = 46_340;

    /** Of eigenvectors of a symmetric matrix of n × n, for each n³: measured, as the speed. */
    private static final double OPERATIONS = 9;

    private static final double OPERATIONS_A_SECOND = 2e10;
    private static final double WORTH_A_NOTE = 60;
    private static final double GIB = 1L << 30;

    private WorkEstimate() {}

    /**
     * Refuses what cannot fit into memory, whatever else is in it.
     *
     * @param work what needs it, as a sentence begins
     * @param size how many rows and columns the largest square matrix has
     * @param heap bytes of Java's own memory
     * @param outside bytes beside it
     */
    public static void requireMemory(String work, int size, double heap, double outside) {
        require(work, size, heap, outside, Runtime.getRuntime().maxMemory(), AvailableMemory.total());
    }

    static void require(String work, int size, double heap, double outside, double most, double total) {
        String remedy = "; learn from fewer rows than that, as with fit --sample " + size / 2;
        if (size > LARGEST_SQUARE) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "%s would need a matrix of %,d × %2$,d numbers, and %,d × %3$,d is the largest there can be%s",
                    work,
                    size,
                    LARGEST_SQUARE,
                    remedy));
        }
        if (heap > most) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "%s would need about %.1f GiB of Java's memory, and there are %.1f (more with TLDR4J_OPTS=-Xmx%.0fg)%s",
                    work,
                    heap / GIB,
                    most / GIB,
                    Math.ceil(1.2 * heap / GIB),
                    remedy));
        }
        if (heap + outside > total) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "%s would need about %.1f GiB of memory, and this machine has %.1f%s",
                    work,
                    (heap + outside) / GIB,
                    total / GIB,
                    remedy));
        }
    }

    /** Says how long eigenvectors will take, where somebody might think that nothing goes on. */
    public static void noteEigenvectors(int size, int threads, ProgressListener listener) {
        double seconds = OPERATIONS * size * size * size / (OPERATIONS_A_SECOND * threads);
        if (seconds >= WORTH_A_NOTE) {
            listener.note(String.format(
                    Locale.ROOT,
                    "the eigenvectors of %,d × %1$,d numbers take some %.0f minutes, in which nothing is shown;"
                            + " fewer rows than that, as with fit --sample %d, take less",
                    size,
                    Math.ceil(seconds / 60),
                    size / 2));
        }
    }
}

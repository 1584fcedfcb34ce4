package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.AvailableMemory;
import java.util.Locale;

/**
 * How the memory a method needs grows with the rows.
 *
 * @param perRow bytes of Java's own memory for every row
 * @param perPair bytes outside it for every pair of rows
 */
public record MemoryNeed(long perRow, double perPair) {
    /** What the rest of the program, the system and mapped files may take. */
    private static final double USABLE = 0.8;

    /** Refuses more rows than there is memory for, before anything is done, and says how many would fit. */
    public void require(String method, int rows) {
        long heap = (long) (USABLE * Runtime.getRuntime().maxMemory());
        long outside =
                (long) (USABLE * AvailableMemory.total()) - Runtime.getRuntime().totalMemory();
        require(method, rows, heap, outside);
    }

    public void require(String method, int rows, long heap, long outside) {
        int fits = fitting(heap, outside);
        if (rows > fits) {
            boolean heapIsShort = (double) perRow * rows > heap;
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "%s: %,d rows need about %.1f GiB of memory, and there are %.1f GiB%s; %,d rows would fit: learn from a"
                            + " sample, as with %s:sample=%d",
                    method,
                    rows,
                    (heapIsShort ? (double) perRow * rows : perPair * rows * rows) / (1L << 30),
                    (heapIsShort ? heap : outside) / (double) (1L << 30),
                    heapIsShort ? " (more with -Xmx)" : "",
                    fits,
                    method,
                    fits));
        }
    }

    private int fitting(long heap, long outside) {
        double byRows = (double) heap / Math.max(1, perRow);
        double byPairs = perPair == 0 ? Integer.MAX_VALUE : Math.sqrt(Math.max(0, outside) / perPair);
        return (int) Math.min(Integer.MAX_VALUE, Math.min(byRows, byPairs));
    }
}

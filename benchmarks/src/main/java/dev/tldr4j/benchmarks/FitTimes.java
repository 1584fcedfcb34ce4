package dev.tldr4j.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How long methods learn, against the number of rows: seconds by the clock and, behind a stroke, of the processor, which say
 * more where other work is done. Neighbours and principal components are found once for all, and have columns of their own.
 *
 * <p>Arguments: a file; the dimensions; the numbers of rows, with commas between them, of which more than the file has are left
 * out; the methods.
 */
public final class FitTimes {
    /** As many as any of the methods asks for. */
    private static final int NEIGHBORS = 40;

    private interface Work {
        void run() throws IOException;
    }

    private FitTimes() {}

    public static void main(String[] args) throws IOException {
        int dims = Integer.parseInt(args[1]);
        StringBuilder head = new StringBuilder("| rows | neighbours | principal components |");
        for (int i = 3; i < args.length; i++) {
            head.append(" `").append(args[i]).append("` |");
        }
        System.out.println(head + "\n" + "|---".repeat(args.length) + "|");
        try (Vectors all = Vectors.open(Path.of(args[0]))) {
            for (String number : args[2].split(",")) {
                int rows = Integer.parseInt(number);
                // more would be some rows twice, which are each other's neighbours and cost other times
                if (rows <= all.rows()) {
                    System.out.println(line(all, rows, dims, args));
                }
            }
        }
    }

    private static String line(Vectors all, int rows, int dims, String[] args) throws IOException {
        int[] spread = new int[rows];
        for (int i = 0; i < rows; i++) {
            spread[i] = (int) ((long) i * all.rows() / rows);
        }
        TrainingContext material = new TrainingContext(all.select(spread), Metric.L2, 2);
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| %,d |", rows));
        line.append(time(() -> material.neighbors(NEIGHBORS))).append(time(material::pca));
        for (int i = 3; i < args.length; i++) {
            String method = args[i];
            line.append(time(() -> Methods.named(method).reduce(material, dims, 0)));
        }
        return line.toString();
    }

    private static String time(Work work) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long processor = system.getProcessCpuTime();
        try {
            work.run();
        } catch (InvalidInputException e) {
            return " more memory |"; // which it says before it starts
        }
        return String.format(
                Locale.ROOT,
                " %.1f / %.1f |",
                (System.nanoTime() - begin) / 1e9,
                (system.getProcessCpuTime() - processor) / 1e9);
    }
}

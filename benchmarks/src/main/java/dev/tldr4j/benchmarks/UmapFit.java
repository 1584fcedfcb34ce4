package dev.tldr4j.benchmarks;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

/** UMAP of a file, with its defaults, to two dimensions: seconds since Java was started. The argument is the file. */
public final class UmapFit {
    private UmapFit() {}

    public static void main(String[] args) throws IOException {
        try (Vectors vectors = Vectors.open(Path.of(args[0]))) {
            TrainingContext material = new TrainingContext(vectors, Metric.L2, 2);
            material.neighbors(15);
            double neighbors = seconds();
            Methods.named("umap").reduce(material, 2, 0);
            System.out.printf(
                    "tldr4j: %.1f s (file and neighbours %.1f s), of the processor %.1f s%n",
                    seconds(), neighbors, processorSeconds());
        }
    }

    private static double seconds() {
        return (System.currentTimeMillis()
                        - ManagementFactory.getRuntimeMXBean().getStartTime())
                / 1e3;
    }

    private static double processorSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }
}

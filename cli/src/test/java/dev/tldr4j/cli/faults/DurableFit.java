package dev.tldr4j.cli.faults;

import dev.tldr4j.cli.Main;
import dev.tldr4j.cli.Samples;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What it costs to make files durable: the time in {@code force}, beside that of the whole fit in the same run. Run by
 * {@code benchmarks/sweep DurableFit}.
 */
public final class DurableFit {
    private DurableFit() {}

    /** @param args a folder */
    public static void main(String[] args) throws Exception {
        Path root = Files.createDirectories(Path.of(args[0]));
        Path x = Samples.vectors(root.resolve("x.npy"), 20_000, 384, 1);
        for (String recipe : new String[] {"default", "paper"}) {
            long calls = ForceTimes.calls();
            double before = ForceTimes.seconds();
            long begin = System.nanoTime();
            int code = Main.run(
                    new String[] {
                        "fit",
                        "--input",
                        x.toString(),
                        "--dims",
                        "32",
                        "--recipe",
                        recipe,
                        "--epochs",
                        "2",
                        "--projector",
                        "mlp-2-1024",
                        "--output",
                        root.resolve(recipe + ".safetensors").toString(),
                        "--checkpoint",
                        root.resolve(recipe).toString(),
                        "--quiet"
                    },
                    System.out,
                    System.err);
            double whole = (System.nanoTime() - begin) / 1e9;
            double durable = ForceTimes.seconds() - before;
            System.out.printf(
                    "%s: exit %d, %d calls of force, %.3f s of %.1f s, %.2f %%%n",
                    recipe, code, ForceTimes.calls() - calls, durable, whole, 100 * durable / whole);
        }
        System.exit(0);
    }
}

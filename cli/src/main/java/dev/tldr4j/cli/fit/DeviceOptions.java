package dev.tldr4j.cli.fit;

import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where training computes. */
@Command
final class DeviceOptions {
    @Option(
            names = "--device",
            paramLabel = "NAME",
            description =
                    "Where to search for neighbours and to train: cpu, unless given; cuda, an NVIDIA card; or auto,"
                            + " the card where there is one.")
    private DeviceChoice device;

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "How the card reads the numbers of large products: bf16, tf32 or fp32. bf16 unless given.")
    private Precision precision;

    void apply(Tldr.Builder builder) {
        RecipeOptions.set(device, builder::device);
        RecipeOptions.set(precision, builder::precision);
    }
}

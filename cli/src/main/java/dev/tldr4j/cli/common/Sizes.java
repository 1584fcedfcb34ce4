package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.Encoder;

/** How much smaller vectors become. */
public final class Sizes {
    private Sizes() {}

    /** Bytes of one vector of floats. */
    public static long bytes(int dims) {
        return (long) dims * Float.BYTES;
    }

    /** From how many numbers and bytes to how many. */
    public static String reduction(Encoder encoder) {
        int from = encoder.inputDims();
        int to = encoder.outputDims();
        return "from " + Format.count(from) + " to " + Format.count(to) + " numbers, as floats from "
                + Format.count(bytes(from)) + " to " + Format.count(bytes(to)) + " bytes each: "
                + Format.times(from, to) + " smaller";
    }
}

package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;

/** What must fit together. */
final class Shapes {
    private Shapes() {}

    static void requireSameDims(Vectors a, Vectors b) {
        requireSameDims(a.name(), a.dims(), b);
    }

    static void requireSameDims(Index docs, Vectors queries) {
        requireSameDims(docs.name(), docs.dims(), queries);
    }

    private static void requireSameDims(String name, int dims, Vectors other) {
        if (dims != other.dims()) {
            throw new InvalidInputException(name + " has " + dims + " dimensions, " + other.name() + " has "
                    + other.dims() + "; vectors to compare must have the same");
        }
    }
}

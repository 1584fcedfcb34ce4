package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;

/** What must fit together. */
final class Shapes {
    private Shapes() {}

    static void requireSameDims(Vectors a, Vectors b) {
        if (a.dims() != b.dims()) {
            throw new InvalidInputException(a.name() + " has " + a.dims() + " dimensions, " + b.name() + " has "
                    + b.dims() + "; vectors to compare must have the same");
        }
    }
}

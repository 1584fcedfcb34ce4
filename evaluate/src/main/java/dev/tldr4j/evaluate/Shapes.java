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

    /** Refuses a judgment of a query or a document that there is not. */
    static void requireRow(String judgments, String what, int row, String name, int rows) {
        if (row < 0 || row >= rows) {
            throw new InvalidInputException(judgments + ": " + what + " row " + row + " does not exist: " + name
                    + " has " + rows + " rows, counted from 0");
        }
    }
}

package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;

/** What must fit together. */
final class Shapes {
    private Shapes() {}

    static void requireSameDims(Index docs, Vectors queries) {
        if (docs.dims() != queries.dims()) {
            throw new InvalidInputException(docs.name() + " has " + docs.dims() + " dimensions, " + queries.name()
                    + " has " + queries.dims() + "; vectors to compare must have the same");
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

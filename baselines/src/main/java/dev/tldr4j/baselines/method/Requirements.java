package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;

/** What must hold before anything is learned; what does not is the user's to mend. */
public final class Requirements {
    private Requirements() {}

    /** Of a setting. */
    public static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidInputException(otherwise);
        }
    }

    /** No more dimensions than there are. */
    public static void dims(Vectors vectors, int dims) {
        require(
                dims >= 1 && dims <= vectors.dims(),
                vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to " + vectors.dims()
                        + ", not " + dims);
    }
}

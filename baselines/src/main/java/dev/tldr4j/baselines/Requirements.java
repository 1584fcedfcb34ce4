package dev.tldr4j.baselines;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;

/** What must hold before anything is learned; what does not is the user's to mend. */
final class Requirements {
    private Requirements() {}

    /** Of a setting. */
    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidInputException(otherwise);
        }
    }

    /** No more dimensions than there are. */
    static void dims(Vectors vectors, int dims) {
        require(
                dims >= 1 && dims <= vectors.dims(),
                vectors.name() + " has " + vectors.dims() + " dimensions; reduce them to 1 to " + vectors.dims()
                        + ", not " + dims);
    }

    /** No more dimensions than there are directions in which the vectors vary. */
    static void directions(Vectors vectors, Pca pca, int dims) {
        int rank = pca.rank();
        require(rank > 0, vectors.name() + ": all rows are the same; there is nothing to learn");
        require(
                rank >= dims,
                vectors.name() + ": the vectors vary in " + rank
                        + " directions only; ask for at most that many dimensions, not " + dims);
    }
}

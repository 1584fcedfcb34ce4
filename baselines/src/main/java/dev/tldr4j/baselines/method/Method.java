package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;

/**
 * A way to reduce vectors. Most learn an encoder, which is all that is needed later. Manifold methods learn where the rows
 * themselves lie, and place others beside them. Unchanging, so safe for many threads.
 */
public interface Method {
    /**
     * Learns.
     *
     * @param seed without effect where {@link #isRandom} is false
     * @throws InvalidInputException where {@link #givesEncoder} is false, too
     */
    Encoder fit(TrainingContext material, int dims, long seed) throws IOException;

    /** The same, for every method. */
    default Reduction reduce(TrainingContext material, int dims, long seed) throws IOException {
        return Reduction.by(fit(material, dims, seed));
    }

    /** Whether what it learns is an encoder. */
    default boolean givesEncoder() {
        return true;
    }

    /** Whether it has the setting {@code bits}, and turns its outputs for a search engine that stores numbers in so many. */
    default boolean takesBits() {
        return false;
    }

    /** Whether another seed gives another result. */
    boolean isRandom();

    /** How many neighbours of every row it will ask its material for at most; 0 if it needs none. */
    default int neighbors() {
        return 0;
    }

    /** The same of {@link TrainingContext#whitenedNeighbors}. */
    default int whitenedNeighbors() {
        return 0;
    }

    /** Whether it will ask its material for {@link TrainingContext#neighborWhitening} itself, not only for neighbours found there. */
    default boolean whitens() {
        return false;
    }
}

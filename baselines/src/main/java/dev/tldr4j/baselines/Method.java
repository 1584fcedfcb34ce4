package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;
import java.io.IOException;

/** A way to learn an encoder from vectors. Unchanging, so safe for many threads. */
public interface Method {
    /**
     * Learns.
     *
     * @param seed without effect where {@link #isRandom} is false
     */
    Encoder fit(Material material, int dims, long seed) throws IOException;

    /** Whether another seed gives another encoder. */
    boolean isRandom();

    /** How many neighbours of every row it will ask its material for at most; 0 if it needs none. */
    default int neighbors() {
        return 0;
    }
}

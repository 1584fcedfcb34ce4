package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Encoder;
import java.io.IOException;

/** Says how good an encoder is while it is learned. */
public interface Validation {
    /** What is measured, in a word or two, such as {@code nDCG@10}. */
    String name();

    /** Tells this validation from others: an interrupted fit is not resumed under another one. */
    default String fingerprint() {
        return name();
    }

    /** The score of an encoder; larger is better. The same encoder must get the same score. */
    double score(Encoder encoder) throws IOException;
}

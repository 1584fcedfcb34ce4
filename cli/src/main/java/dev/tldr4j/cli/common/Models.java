package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Path;

/** Encoders and the files they are used on. */
public final class Models {
    private Models() {}

    /** Refuses vectors that this encoder was not made for, and names both files. */
    public static void check(Encoder encoder, Path model, Vectors vectors) {
        if (encoder.inputDims() != vectors.dims()) {
            throw new InvalidInputException(vectors.name() + ": rows have " + vectors.dims() + " numbers, but " + model
                    + " takes " + encoder.inputDims() + "; use the encoder that was fitted on such vectors");
        }
    }
}

package dev.tldr4j.evaluate;

import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Objects;

/**
 * What is done to vectors before they are searched: nothing, encoding or another reduction; and, on request, division of each row by its
 * Euclidean length. Unchanging, so safe for many threads.
 */
public final class VectorTransform {
    private final Encoder encoder;
    private final String encoderName;
    private final Reduction reduction;
    private final boolean normalize;

    private VectorTransform(Encoder encoder, String encoderName, Reduction reduction, boolean normalize) {
        this.encoder = encoder;
        this.encoderName = encoderName;
        this.reduction = reduction;
        this.normalize = normalize;
    }

    /** The vectors as they are. */
    public static VectorTransform full() {
        return new VectorTransform(null, null, null, false);
    }

    /**
     * What the encoder makes of the vectors.
     *
     * @param name what to call the encoder in a message; most often its file
     */
    public static VectorTransform encodedBy(Encoder encoder, String name) {
        return new VectorTransform(Objects.requireNonNull(encoder), Objects.requireNonNull(name), null, false);
    }

    /** What a method without an encoder makes of the vectors. */
    public static VectorTransform reducedBy(Reduction reduction) {
        return new VectorTransform(null, null, Objects.requireNonNull(reduction), false);
    }

    /** The same, with each row L2-normalised at the end. A row of zeros stays one. */
    public VectorTransform normalized() {
        return new VectorTransform(encoder, encoderName, reduction, true);
    }

    /**
     * The prepared vectors. Full ones are read from those given, which must stay open as long; encoded ones are in a
     * temporary file, otherwise reduced ones in memory. Close them after use: that removes the file and leaves the vectors given open.
     *
     * @throws InvalidInputException when the encoder takes vectors of another length
     * @throws IOException when the temporary file cannot be written
     */
    public Vectors apply(Vectors vectors, int threads, ProgressListener listener) throws IOException {
        if (reduction != null) {
            return new FullVectors(reduction.apply(vectors, threads, listener), normalize); // they are in memory
        }
        if (encoder == null) {
            return new FullVectors(vectors, normalize);
        }
        if (encoder.inputDims() != vectors.dims()) {
            throw new InvalidInputException("model " + encoderName + " takes " + encoder.inputDims() + " dimensions, "
                    + vectors.name() + " has " + vectors.dims() + "; use the model made for these vectors");
        }
        Encoder last = normalize ? encoder.normalized() : encoder;
        return new BatchEncoder(last, threads).encode(vectors, listener);
    }
}

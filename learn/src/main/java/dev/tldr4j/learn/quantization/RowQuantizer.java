package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.vectors.Vectors;

/** One thread's encoding of a block of rows at a time. */
final class RowQuantizer implements Workers.Workspace {
    static final int BLOCK = NearestCentroids.BLOCK;

    private final Coordinates coordinates;
    private final int bytes;
    private final NativeMatrix centred;
    private final NativeMatrix turned;
    private final NearestCentroids nearest;

    RowQuantizer(Coordinates coordinates, Codebook codebook) {
        this.coordinates = coordinates;
        this.bytes = codebook.subspaces().count();
        this.centred = new NativeMatrix(BLOCK, coordinates.dims());
        this.turned = new NativeMatrix(BLOCK, coordinates.dims());
        this.nearest = new NearestCentroids(codebook);
    }

    /** Encodes at most a block of rows to {@code codes[at…]}, row after row. */
    void encode(Vectors vectors, int from, int count, byte[] codes, int at) {
        coordinates.readCentred(vectors, from, count, centred);
        NativeMatrix rows = coordinates.turn(centred.rows(0, count), turned.rows(0, count));
        for (int s = 0; s < bytes; s++) {
            nearest.find(rows, s, codes, at + s, bytes);
        }
    }

    @Override
    public void close() {
        centred.close();
        turned.close();
        nearest.close();
    }
}

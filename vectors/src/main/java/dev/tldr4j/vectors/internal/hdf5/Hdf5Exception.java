package dev.tldr4j.vectors.internal.hdf5;

/** The file is not HDF5, is damaged, or is of a kind that is not read; the message says which, without the file's name. */
public final class Hdf5Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Hdf5Exception(String message) {
        super(message);
    }

    static Hdf5Exception damaged(String what) {
        return new Hdf5Exception("is not an HDF5 file or is damaged (" + what + "); copy or make the file again");
    }

    /** For what the newest layouts alone have. */
    static Hdf5Exception unread(String what) {
        return new Hdf5Exception("has " + what + ", which is not read; write it again with h5repack FILE OTHER");
    }
}

package dev.tldr4j.encoder.internal;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Kinds of files that are taken for one another, told by their first bytes. */
public enum FileKind {
    NPY("a NumPy array (.npy)", "\u0093NUMPY"),
    PARQUET("a Parquet file", "PAR1"),
    HDF5("an HDF5 file", "\u0089HDF\r\n"),
    GZIP("a gzip file", "\u001f\u008b"),
    ZIP("a zip archive, as .npz and PyTorch's files are", "PK\u0003\u0004"),
    /** Its first 8 bytes are the length of a header in JSON, of which we read and write no more than three bytes tell. */
    SAFETENSORS("a safetensors file, as encoders are", "") {
        @Override
        boolean begins(byte[] first) {
            return first.length > 8 && (first[3] | first[4] | first[5] | first[6] | first[7]) == 0 && first[8] == '{';
        }
    },
    /** None of the others is printable so far. */
    TEXT("text", "") {
        @Override
        boolean begins(byte[] first) {
            boolean printable = first.length >= Long.BYTES;
            for (byte each : first) {
                printable &= each >= ' ' && each < 127 || each == '\n' || each == '\r' || each == '\t';
            }
            return printable;
        }
    };

    /** How many bytes tell. */
    public static final int BYTES = 9;

    private final String name;
    private final byte[] magic;

    FileKind(String name, String magic) {
        this.name = name;
        this.magic = magic.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The kind of a file that begins with these bytes, if it is one of them. */
    public static Optional<FileKind> of(byte[] first) {
        for (FileKind kind : values()) {
            if (kind.begins(first)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    boolean begins(byte[] first) {
        for (int i = 0; i < magic.length; i++) {
            if (i >= first.length || first[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** Such as "a Parquet file". */
    @Override
    public String toString() {
        return name;
    }
}

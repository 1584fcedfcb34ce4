package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileKind;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.vectors.ElementType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** The formats this module knows, recognised by the file's name alone. */
public enum FileFormat {
    /** numpy's own. */
    NPY("\\.npy", null),
    /** Each row is its width and then its numbers, as f4. */
    FVECS("\\.fvecs", ElementType.F4),
    /** The same, as u1. */
    BVECS("\\.bvecs", ElementType.U1),
    /** The same, as i4. */
    IVECS("\\.ivecs", ElementType.I4),
    /** MNIST's, such as train-images-idx3-ubyte.gz. */
    IDX("(-ubyte|[-.]idx[0-9]*)(\\.gz)?", null),
    /** A table, of which a column holds lists of numbers. */
    PARQUET("\\.(parquet|pq)", null),
    /** Named arrays, of which one is read. */
    HDF5("\\.(hdf5|h5)", null),
    /** A JSON value a row. */
    JSONL("\\.(jsonl|ndjson)", null),
    /** A line a row, a cell a number. */
    CSV("\\.(csv|tsv)", null),
    /** What PostgreSQL's COPY takes into a table of an id and a vector. */
    COPY("\\.copy", null);

    private final Pattern ending;
    private final ElementType only;

    FileFormat(String ending, ElementType only) {
        this.ending = Pattern.compile(".*" + ending, Pattern.DOTALL);
        this.only = only;
    }

    /** The format of a file with this name. */
    public static FileFormat of(Path file) {
        String name = lowerCaseName(file);
        for (FileFormat format : values()) {
            if (format.ending.matcher(name).matches()) {
                return format;
            }
        }
        throw new InvalidInputException(
                file + ": the name is of no known format; known are .npy, .parquet, .jsonl, .csv, .fvecs, .bvecs,"
                        + " .ivecs, to read .hdf5 and IDX (names ending in .idx or -ubyte, also with .gz), and to write"
                        + " .copy");
    }

    /** The type in which to store numbers of this type: the same, unless the format has but one. */
    public ElementType typeFor(ElementType type) {
        if (this == PARQUET && (type == ElementType.U1 || type == ElementType.I1)) {
            return ElementType.I4;
        }
        return only == null ? type : only;
    }

    /** Whether ids can lie beside the vectors. */
    public boolean keepsIds() {
        return isDecoded() || this == COPY;
    }

    /** How many numbers a row that is written may have. */
    int mostWritten() {
        return this == COPY ? CopySink.MAX_DIMS : isDecoded() ? DecodedRows.MAX_WIDTH : Layout.MAX_WIDTH;
    }

    /** Whether rows must be decoded one after the other, and what a row may have is more limited. */
    boolean isDecoded() {
        return this == PARQUET || this == JSONL || this == CSV;
    }

    /** Whether each row is preceded by its width. */
    boolean isVecs() {
        return only != null;
    }

    /** Refuses a type this format cannot store, and a format that is only read. */
    void requireWritable(Path file, ElementType type) {
        if (this == IDX || this == HDF5) {
            throw new InvalidInputException(file + ": " + this
                    + " files can be read but not written; name a .npy, .parquet, .jsonl, .csv, .fvecs, .bvecs, .ivecs or"
                    + " .copy file");
        }
        if (this == PARQUET && typeFor(type) != type) {
            throw new InvalidInputException(file + ": a .parquet file holds f2, f4, f8, i4 or i8 numbers, not " + type
                    + "; choose one of these types, i4 for bytes");
        }
        if (typeFor(type) != type) {
            throw new InvalidInputException(file + ": ." + name().toLowerCase(Locale.ROOT) + " files hold " + only
                    + " numbers only, not " + type + "; name a .npy file or choose the type " + only);
        }
    }

    /** Opens a file; what cannot be mapped as it is becomes a temporary file first. */
    MappedRows open(Reading reading) throws IOException {
        refuseAnotherKind(reading.path());
        return switch (this) {
            case PARQUET -> ParquetRows.read(reading);
            case HDF5 -> Hdf5.read(reading);
            case JSONL -> JsonLines.read(reading);
            case CSV -> Csv.read(reading);
            case COPY ->
                throw new InvalidInputException(reading.name() + ": COPY files can be written but not read; name the"
                        + " file it was made from");
            default -> map(reading);
        };
    }

    /** A wrong name would make of one file's first bytes another's strange numbers. */
    private void refuseAnotherKind(Path file) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(file)) {
            first = in.readNBytes(FileKind.BYTES);
        }
        FileKind kind = FileKind.of(first).orElse(null);
        boolean own = kind == null
                || kind.name().equals(name())
                || kind == FileKind.GZIP && this == IDX
                || kind == FileKind.TEXT && (this == JSONL || this == CSV || this == COPY);
        if (!own) {
            throw new InvalidInputException(file + ": is " + kind + ", which its name does not say; "
                    + (kind == FileKind.SAFETENSORS ? "name a file of vectors" : "name it after what it is"));
        }
    }

    private MappedRows map(Reading reading) throws IOException {
        if (reading.idColumn() != null) {
            throw new InvalidInputException(reading.name() + ": holds numbers alone, so there is no column of ids "
                    + Json.quote(reading.idColumn()));
        }
        if (this == IDX && lowerCaseName(reading.path()).endsWith(".gz")) {
            try (TemporaryFolder folder = TemporaryFolder.of(reading.path())) {
                // what is mapped stays readable
                return MappedRows.of(Idx.unpack(reading.path(), folder.file("unpacked")), null);
            }
        }
        return MappedRows.of(layout(reading.path()), null);
    }

    /** Reads the header and checks it against the file's size. */
    Layout layout(Path file) throws IOException {
        return switch (this) {
            case NPY -> Npy.layout(file);
            case FVECS, BVECS, IVECS -> Vecs.layout(file, only);
            case IDX -> Idx.layout(file);
            default -> throw new IllegalStateException(this + " files are not mapped as they are");
        };
    }

    /** Whether the name is of a file whose cells tabs separate. */
    static boolean isTabbed(Path file) {
        return lowerCaseName(file).endsWith(".tsv");
    }

    private static String lowerCaseName(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
    }
}

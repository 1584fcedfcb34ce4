package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.ElementType;
import java.io.IOException;
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
    IDX("(-ubyte|[-.]idx[0-9]*)(\\.gz)?", null);

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
        throw new InvalidInputException(file + ": the name is of no known format; known are .npy, .fvecs, .bvecs,"
                + " .ivecs, and to read IDX (names ending in .idx or -ubyte, also with .gz)");
    }

    /** The type in which to store numbers of this type: the same, unless the format has but one. */
    public ElementType typeFor(ElementType type) {
        return only == null ? type : only;
    }

    /** Whether ids can lie beside the vectors. */
    public boolean keepsIds() {
        return false;
    }

    /** Whether each row is preceded by its width. */
    boolean isVecs() {
        return only != null;
    }

    /** Refuses a type this format cannot store, and a format that is only read. */
    void requireWritable(Path file, ElementType type) {
        if (this == IDX) {
            throw new InvalidInputException(
                    file + ": IDX files can be read but not written; name a .npy, .fvecs, .bvecs or .ivecs file");
        }
        if (typeFor(type) != type) {
            throw new InvalidInputException(file + ": ." + name().toLowerCase(Locale.ROOT) + " files hold " + only
                    + " numbers only, not " + type + "; name a .npy file or choose the type " + only);
        }
    }

    /** Reads the header and checks it against the file's size. A packed file is unpacked into a temporary one. */
    Layout layout(Path file) throws IOException {
        return switch (this) {
            case NPY -> Npy.layout(file);
            case FVECS, BVECS, IVECS -> Vecs.layout(file, only);
            case IDX -> lowerCaseName(file).endsWith(".gz") ? Idx.unpack(file) : Idx.layout(file);
        };
    }

    private static String lowerCaseName(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
    }
}

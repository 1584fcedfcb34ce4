package dev.tldr4j.learn.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Vectors in a file of their own that goes away when they are closed. */
public final class TemporaryVectors implements Vectors {
    private final String name;
    private final TemporaryFolder folder;
    private final Vectors vectors;

    private TemporaryVectors(String name, TemporaryFolder folder, Path file) throws IOException {
        this.name = name;
        this.folder = folder;
        this.vectors = Vectors.open(file);
    }

    /** Writes all rows to a writer. */
    @FunctionalInterface
    public interface Source {
        void writeTo(VectorWriter writer) throws IOException;
    }

    /**
     * Writes vectors there. Refuses at once what will not fit.
     *
     * @param name what messages call these vectors
     */
    public static Vectors write(String name, long rows, int dims, Source source) throws IOException {
        TemporaryFolder folder = new TemporaryFolder("vectors");
        Path file = folder.file("vectors.npy");
        try {
            requireRoom(name, rows, dims, folder.path());
            try (VectorWriter writer = VectorWriter.temporary(file, ElementType.F4, dims)) {
                source.writeTo(writer);
                writer.finish();
            }
            return new TemporaryVectors(name, folder, file);
        } catch (Throwable e) {
            folder.close();
            throw e;
        }
    }

    private static void requireRoom(String name, long rows, int dims, Path folder) throws IOException {
        double bytes = (double) rows * dims * Float.BYTES;
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes > free) {
            throw new InvalidInputException(name + ": its " + (long) bytes
                    + " bytes of floats, brought into another form,"
                    + " do not fit into the folder for temporary files (" + folder.getParent() + "), where " + free
                    + " are free; make room, or name another folder with TLDR4J_OPTS=-Djava.io.tmpdir=FOLDER");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int rows() {
        return vectors.rows();
    }

    @Override
    public int dims() {
        return vectors.dims();
    }

    @Override
    public ElementType type() {
        return vectors.type();
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        vectors.read(from, count, into);
    }

    @Override
    public void close() {
        vectors.close();
        folder.close();
    }
}

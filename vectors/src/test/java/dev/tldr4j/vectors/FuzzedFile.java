package dev.tldr4j.vectors;

import com.sun.management.ThreadMXBean;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file of any content, opened and read: it gives vectors or the declared exception, and takes no more time and memory
 * than any file under 1 MB may.
 */
final class FuzzedFile {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_BYTES = 64 << 20;
    private static final double MOST_SECONDS = 1;
    private static final int TRIES = 3;
    private static final int BLOCK = 1 << 16;

    private final Path file;

    /** @param name by which the format is recognised */
    FuzzedFile(String name) {
        try {
            this.file = Files.createTempDirectory("tldr4j-fuzz").resolve(name);
            file.getParent().toFile().deleteOnExit();
            file.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files of others by this ending, and of HDF5 by its other one. */
    static Stream<byte[]> samples(String ending) throws IOException {
        Path folder = FilesOfOthersTest.file("make.py").getParent();
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path sample : files.sorted().toList()) {
                if (sample.toString().replace(".hdf5", ".h5").endsWith(ending)) {
                    contents.add(Files.readAllBytes(sample));
                }
            }
        }
        return contents.stream();
    }

    void read(byte[] content) throws IOException {
        Files.write(file, content);
        // Again where it was much: the first time may load classes, and the machine may do something else.
        for (int i = 1; !isCheap(content.length, i == TRIES); i++) {}
    }

    private boolean isCheap(int length, boolean last) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long begin = THREADS.getCurrentThreadCpuTime();
        readAll();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        double seconds = (THREADS.getCurrentThreadCpuTime() - begin) / 1e9;
        boolean cheap = bytes <= MOST_BYTES && seconds <= MOST_SECONDS;
        if (last && !cheap) {
            throw new AssertionError(length + " bytes took " + bytes + " bytes and " + seconds + " s to read");
        }
        return cheap;
    }

    private void readAll() throws IOException {
        try (Vectors vectors = Vectors.openWithIds(file, Optional.empty(), ReadListener.NONE)) {
            int rows = Math.max(1, BLOCK / vectors.dims());
            FloatBuffer into = FloatBuffer.allocate(Math.multiplyExact(Math.min(rows, vectors.rows()), vectors.dims()));
            for (int from = 0; from < vectors.rows(); from += rows) {
                vectors.read(from, Math.min(rows, vectors.rows() - from), into.clear());
            }
            vectors.ids().ifPresent(ids -> ids.get(vectors.rows() - 1));
        } catch (InvalidInputException e) {
            String message = e.getMessage();
            if (!message.startsWith(file.toString()) || message.contains("\n") || message.length() > 2000) {
                throw new AssertionError("not one line that names the file: " + message);
            }
        }
    }
}

package dev.tldr4j.vectors.internal.hdf5;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** An HDF5 file: its datasets, by their paths. */
public final class Hdf5File implements Closeable {
    private static final String SIGNATURE = "\211HDF\r\n\032\n";
    /** What somebody else put before it has this length, or twice, or four times, and so on. */
    private static final long FIRST_PLACE = 512;
    /** The longest beginning there is. */
    private static final int BEGINNING = 128;

    private final Source source;
    private final Map<String, Dataset> datasets;

    /** @throws Hdf5Exception if the file is not one that can be read */
    public static Hdf5File open(Path file) throws IOException {
        Source source = new Source(file);
        try {
            return new Hdf5File(source);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private Hdf5File(Source source) throws IOException {
        this.source = source;
        this.datasets = Groups.datasets(source, root());
    }

    /** The datasets, in the order of the file. */
    public Map<String, Dataset> datasets() {
        return datasets;
    }

    private long root() throws IOException {
        for (long at = 0; at < source.size(); at = at == 0 ? FIRST_PLACE : 2 * at) {
            Piece begin = source.pieceUpTo(at, BEGINNING);
            if (begin.startsWith(SIGNATURE)) {
                return root(begin.skip(SIGNATURE.length()), at);
            }
        }
        throw new Hdf5Exception("is not an HDF5 file");
    }

    private long root(Piece begin, long at) {
        int version = begin.u1();
        if (version > 3) {
            throw Hdf5Exception.unread("the version " + version + " of HDF5's own beginning");
        }
        begin.skip(version < 2 ? 4 : 0);
        source.use(0, begin.u1(), begin.u1());
        // reserved, the sizes of nodes, flags; of the newer ones flags alone
        begin.skip(version == 0 ? 9 : version == 1 ? 13 : 1);
        int others = version < 2 ? 5 : 3;
        begin.skip((long) others * source.addressBytes());
        // addresses count from here: what the file says of it is not true where others moved it
        source.use(at, source.addressBytes(), source.lengthBytes());
        return begin.address();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}

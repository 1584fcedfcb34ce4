package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.util.Arrays;

/** What is said of a dataset. It is looked at only where the dataset is wanted: others may be of kinds that are not read. */
public final class Dataset {
    private static final int COMPACT = 0;
    private static final int WHOLE = 1;
    private static final int CHUNKED = 2;
    /** Of the message that says where the numbers are: since 2002, and of the newest layouts. */
    private static final int USUAL_LAYOUT = 3;

    private static final int NEWEST_LAYOUT = 4;
    /** As many as HDF5 allows. */
    private static final int MAX_DIMENSIONS = 32;

    private final Source source;
    private final Piece[] messages;

    private Dataset(Source source, Piece[] messages) {
        this.source = source;
        this.messages = messages;
    }

    /** Takes messages until all of them are there. */
    static final class Builder {
        private final Piece[] messages = new Piece[ObjectHeader.FILTERS + 1];

        void message(int type, Piece content) {
            if (type < messages.length) {
                messages[type] = content;
            }
        }

        boolean isComplete() {
            return messages[ObjectHeader.SPACE] != null
                    && messages[ObjectHeader.TYPE] != null
                    && messages[ObjectHeader.LAYOUT] != null;
        }

        Dataset build(Source source) {
            return new Dataset(source, messages);
        }
    }

    private Piece message(int type) {
        return messages[type].again();
    }

    /** Whether there are numbers in rows and columns. */
    public boolean isTable() {
        try {
            return type() != null && shape().length > 1;
        } catch (Hdf5Exception e) {
            return false;
        }
    }

    /** Null where it does not hold numbers that are read. */
    public NumberType type() {
        return NumberType.of(message(ObjectHeader.TYPE));
    }

    /** Its dimensions; none where it is a single number or nothing. */
    public long[] shape() {
        return dimensions(false);
    }

    /** How large its dimensions may become. */
    long[] largest() {
        return dimensions(true);
    }

    private long[] dimensions(boolean largest) {
        Piece in = message(ObjectHeader.SPACE);
        int version = in.u1();
        int rank = in.u1();
        boolean limited = (in.u1() & 1) != 0;
        if (version < 1 || version > 2 || rank > MAX_DIMENSIONS) {
            throw Hdf5Exception.damaged("dimensions of an unknown kind");
        }
        in.skip(version == 1 ? 5 : 1);
        long[] shape = new long[rank];
        if (largest && limited) {
            in.skip((long) rank * source.lengthBytes());
            Arrays.setAll(shape, i -> in.lengthOrEndless());
        } else {
            Arrays.setAll(shape, i -> in.length());
        }
        return shape;
    }

    /** Where in the file the numbers begin, if they lie there in one piece; else -1. */
    public long place() {
        Piece in = layout();
        in.skip(1);
        return in.u1() == WHOLE ? source.place(written(in.address()), 0) : -1;
    }

    private static long written(long address) {
        if (address == Piece.NOWHERE) {
            throw new Hdf5Exception("has no numbers in its dataset: they were never written");
        }
        return address;
    }

    /** The rows, some at a time. The shape must have been found to be one that can be. */
    public RowBlocks rows() throws IOException {
        long[] shape = shape();
        int bytes = type().bytes();
        Piece in = layout();
        boolean newest = in.u1() == NEWEST_LAYOUT;
        return switch (in.u1()) {
            case COMPACT -> new WholeRows(shape, bytes, in.part(in.u2()));
            case WHOLE -> new WholeRows(shape, bytes, source, written(in.address()));
            case CHUNKED ->
                new ChunkedRows(
                        source,
                        newest
                                ? NewestChunks.read(source, in, shape, largest(), bytes)
                                : TreeOfChunks.read(source, in, shape, bytes),
                        new Filters(messages[ObjectHeader.FILTERS]));
            default -> throw Hdf5Exception.unread("a virtual dataset");
        };
    }

    private Piece layout() {
        Piece in = message(ObjectHeader.LAYOUT);
        int version = in.again().u1();
        if (version != USUAL_LAYOUT && version != NEWEST_LAYOUT) {
            throw Hdf5Exception.unread("a layout of version " + version);
        }
        if (messages[ObjectHeader.EXTERNAL] != null) {
            throw new Hdf5Exception("has its numbers in other files, which are not read; copy them into one");
        }
        return in;
    }
}

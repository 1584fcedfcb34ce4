package dev.tldr4j.vectors.internal.hdf5;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of the file. What describes the data is read within a budget: a sound file has each structure once, so
 * that all of them together are shorter than the file, however often a damaged one points to the same place.
 */
final class Source implements Closeable {
    /** Each structure is read at most twice: its beginning, then all of it. */
    private static final int READINGS = 2;

    private static final long SPARE_BYTES = 1 << 16;
    /** The names of a group, or the addresses of a dataset's chunks, in one piece. */
    private static final long LARGEST_PIECE = 1 << 26;

    private final FileChannel channel;
    private final long size;
    private long budget;
    private long base;
    private int addressBytes = 8;
    private int lengthBytes = 8;

    Source(Path file) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.size = channel.size();
        this.budget = READINGS * size + SPARE_BYTES;
    }

    long size() {
        return size;
    }

    /** Addresses count from here on, and have so many bytes from now on; lengths have so many. */
    void use(long newBase, int newAddressBytes, int newLengthBytes) {
        if (newBase < 0 || newBase > size || !isWidth(newAddressBytes) || !isWidth(newLengthBytes)) {
            throw Hdf5Exception.damaged("its beginning is none of HDF5's");
        }
        this.base = newBase;
        this.addressBytes = newAddressBytes;
        this.lengthBytes = newLengthBytes;
    }

    private static boolean isWidth(int bytes) {
        return bytes == 2 || bytes == 4 || bytes == 8;
    }

    int addressBytes() {
        return addressBytes;
    }

    int lengthBytes() {
        return lengthBytes;
    }

    /** Where in the file so many bytes lie. */
    long place(long address, long length) {
        if (address < 0 || length < 0 || address > size - base || length > size - base - address) {
            throw Hdf5Exception.damaged("it is cut, or points to bytes it does not have");
        }
        return base + address;
    }

    /** A part of what describes the data. */
    Piece piece(long address, long length) throws IOException {
        place(address, length);
        budget -= length;
        if (budget < 0 || length > LARGEST_PIECE) {
            throw Hdf5Exception.damaged("its description is larger than a file of this size can have");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        read(address, bytes);
        return new Piece(this, bytes.flip());
    }

    /** The same, of at most so many bytes, where the file ends earlier. */
    Piece pieceUpTo(long address, long length) throws IOException {
        place(address, 0);
        return piece(address, Math.min(length, size - base - address));
    }

    /** Fills the buffer with what lies there. */
    void read(long address, ByteBuffer into) throws IOException {
        long at = place(address, into.remaining()) - into.position();
        while (into.hasRemaining()) {
            if (channel.read(into, at + into.position()) < 0) {
                throw Hdf5Exception.damaged("it became shorter while it was read");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

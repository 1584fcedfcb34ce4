package dev.tldr4j.cli.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** An open file that fails when it is told to; a write that fails has written a half. */
final class FaultyChannel extends FileChannel {
    private final FileChannel real;
    private final Path path;

    FaultyChannel(FileChannel real, Path path) {
        this.real = real;
        this.path = path;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        Faults.onOpen("read", path, Faults.BROKEN);
        return real.read(into);
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        Faults.onOpen("read", path, Faults.BROKEN);
        return real.read(into, offset, length);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        Faults.onOpen("read", path, Faults.BROKEN);
        return real.read(into, position);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (Faults.failsWrite(path)) {
            real.write(bytes.limit(bytes.position() + bytes.remaining() / 2));
            throw new IOException(Faults.FULL);
        }
        return real.write(bytes);
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) throws IOException {
        Faults.onOpen("write", path, Faults.FULL);
        return real.write(bytes, offset, length);
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        if (Faults.failsWrite(path)) {
            real.write(bytes.limit(bytes.position() + bytes.remaining() / 2), position);
            throw new IOException(Faults.FULL);
        }
        return real.write(bytes, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        Faults.onOpen("size", path, Faults.BROKEN);
        return real.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        Faults.onOpen("truncate", path, Faults.BROKEN);
        real.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metadata) throws IOException {
        Faults.onOpen("force", path, Faults.BROKEN);
        long begin = System.nanoTime();
        real.force(metadata);
        ForceTimes.add(System.nanoTime() - begin);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        Faults.onOpen("transfer", path, Faults.BROKEN);
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        Faults.onOpen("transfer", path, Faults.FULL);
        return real.transferFrom(source, position, count);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        Faults.onOpen("map", path, Faults.BROKEN);
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        Faults.onOpen("lock", path, "No locks available");
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        Faults.onOpen("lock", path, "No locks available");
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}

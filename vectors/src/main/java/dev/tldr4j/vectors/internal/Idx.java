package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.vectors.ElementType;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** IDX, MNIST's format: two zero bytes, the type, the number of dimensions, each of them, the numbers; big-endian. */
final class Idx {
    private Idx() {}

    static Layout layout(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return header(file, in).requireSize(Files.size(file));
        }
    }

    /**
     * Unpacks the numbers into a temporary file. It never grows past what the header claims,
     * and the claim must be possible: see {@link #requirePlausible}.
     */
    static Layout unpack(Path file, Path temporary) throws IOException {
        if (Files.size(file) == 0) {
            throw new InvalidInputException(file + ": is empty");
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
                OutputStream out = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW)) {
            Layout layout = header(file, in);
            requirePlausible(layout, Files.size(file), temporary);
            long wanted = layout.end() - layout.start();
            copy(in, out, temporary, wanted, layout);
            return layout.unpackedTo(temporary);
        } catch (ZipException | EOFException | StackOverflowError e) { // the JDK enters each of many empty parts
            throw new InvalidInputException(
                    file + ": is not a gzip file, or not all of one; copy or download it again", e);
        }
    }

    private static void copy(InputStream in, OutputStream out, Path temporary, long wanted, Layout layout)
            throws IOException {
        byte[] buffer = new byte[1 << 16];
        long left = wanted;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw layout.wrongSize(Long.toString(layout.end() - left), true);
            }
            try {
                out.write(buffer, 0, read);
            } catch (IOException e) {
                throw FileFailure.of(temporary, e);
            }
            left -= read;
        }
        if (in.read() >= 0) {
            throw layout.wrongSize("more", false);
        }
    }

    /** So that a small file cannot fill the disk by a large claim. */
    private static void requirePlausible(Layout layout, long packed, Path temporary) throws IOException {
        long unpacked = layout.end();
        Unpacked.requireNumbers(layout.name(), unpacked, packed);
        long free = Files.getFileStore(temporary).getUsableSpace();
        if (unpacked > free) {
            throw new InvalidInputException(
                    layout.name() + ": unpacks to " + unpacked + " bytes, but " + free
                            + " are free in the folder for temporary files; unpack it elsewhere with gunzip and name that file");
        }
    }

    private static Layout header(Path file, InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        byte[] magic = in.readNBytes(4);
        if (magic.length == 0) {
            throw new InvalidInputException(file + ": is empty");
        }
        if (magic.length < 4) {
            throw truncated(file, 4, magic.length);
        }
        if (magic[0] != 0 || magic[1] != 0) {
            throw new InvalidInputException(file + ": is not an IDX file (it does not begin with two zero bytes)");
        }
        ElementType type = type(file, magic[2]);
        int bytes = (magic[3] & 0xFF) * Integer.BYTES;
        byte[] dimensions = in.readNBytes(bytes);
        if (dimensions.length < bytes) {
            throw truncated(file, 4 + bytes, 4 + dimensions.length);
        }
        long[] shape = new long[bytes / Integer.BYTES];
        IntBuffer ints = ByteBuffer.wrap(dimensions).asIntBuffer();
        for (int i = 0; i < shape.length; i++) {
            shape[i] = ints.get(i);
        }
        return Layout.dense(file, type, ByteOrder.BIG_ENDIAN, shape, 4 + bytes);
    }

    private static InvalidInputException truncated(Path file, int expected, int found) {
        return new InvalidInputException(file + ": is truncated in its header: expected at least " + expected
                + " bytes, found " + found + "; copy or make the file again");
    }

    private static ElementType type(Path file, byte code) {
        return switch (code) {
            case 0x08 -> ElementType.U1;
            case 0x09 -> ElementType.I1;
            case 0x0C -> ElementType.I4;
            case 0x0D -> ElementType.F4;
            case 0x0E -> ElementType.F8;
            case 0x0B ->
                throw new InvalidInputException(
                        file + ": holds i2 numbers, which are not supported; save them as i4 or f4");
            default ->
                throw new InvalidInputException(
                        file + ": is not an IDX file (its type is " + code + ", which is none of IDX's)");
        };
    }
}

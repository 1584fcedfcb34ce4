package dev.tldr4j.spark.training;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.training.SharedState;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * What a fit's folder holds, as numbers alone: whoever can write to the folder must not have code run where it is read.
 * Eight letters say what it is, then come whole numbers and floats, big-endian, and at the end a checksum (CRC-32). Nothing is
 * allocated that the file's length does not explain.
 */
final class FitFile {
    private static final String STATE = "TLDRST01";
    private static final String PART = "TLDRPT01";
    private static final int BLOCK_FLOATS = 1 << 14;
    private static final int HEAD_BYTES = 8;
    private static final int CHECKSUM_BYTES = Long.BYTES;
    /** Matrices of weights, optimizer and statistics are some dozens. */
    private static final int MOST_ARRAYS = 100_000;

    private FitFile() {}

    static void write(SharedState state, OutputStream to) throws IOException {
        write(STATE, to, (out, block) -> {
            out.writeInt(state.step());
            out.writeDouble(state.loss());
            out.writeInt(state.values().length);
            for (float[] values : state.values()) {
                out.writeInt(values.length);
            }
            for (float[] values : state.values()) {
                writeFloats(values, out, block);
            }
        });
    }

    static void write(TrainingPart part, OutputStream to) throws IOException {
        write(PART, to, (out, block) -> part.writeTo(out, values -> writeFloats(values, out, block)));
    }

    /** @param length of the file */
    static SharedState readState(InputStream from, long length, String name) throws IOException {
        return read(STATE, from, length, name, (in, left, block) -> {
            int step = in.readInt();
            double loss = in.readDouble();
            int count = in.readInt();
            require(step >= 0 && count >= 0 && count <= MOST_ARRAYS && 4L * count <= left, name);
            int[] lengths = new int[count];
            long bytes = 4L + 8 + 4 + 4L * count;
            for (int i = 0; i < count; i++) {
                lengths[i] = in.readInt();
                bytes += 4L * lengths[i];
                require(lengths[i] >= 0 && bytes <= left, name);
            }
            require(bytes == left, name);
            float[][] values = new float[count][];
            for (int i = 0; i < count; i++) {
                values[i] = new float[lengths[i]];
                readFloats(values[i], in, block);
            }
            return new SharedState(step, loss, values);
        });
    }

    /** @param length of the file */
    static TrainingPart readPart(InputStream from, long length, String name) throws IOException {
        return read(PART, from, length, name, (in, left, block) -> {
            int partition = in.readInt();
            int rows = in.readInt();
            int k = in.readInt();
            int width = in.readInt();
            require(partition >= 0 && rows >= 0 && k >= 0 && width >= 0, name);
            require(TrainingPart.bytes(rows, k, width) == left, name);
            TrainingPart part = new TrainingPart(partition, rows, k, width);
            require(part.readFrom(in, values -> readFloats(values, in, block)), name);
            return part;
        });
    }

    private static void require(boolean sound, String name) {
        if (!sound) {
            throw new InvalidInputException(
                    name + ": is damaged, or of another version of tldr4j; begin anew in another folder");
        }
    }

    /** Takes an array of floats, or fills it. */
    interface Floats {
        void handle(float[] values) throws IOException;
    }

    private interface Content {
        void writeTo(DataOutputStream out, ByteBuffer block) throws IOException;
    }

    private interface Reading<T> {
        /** @param left how many bytes there are to read */
        T from(DataInputStream in, long left, ByteBuffer block) throws IOException;
    }

    private static void write(String head, OutputStream to, Content content) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(to, new CRC32());
        DataOutputStream out = new DataOutputStream(checked);
        out.writeBytes(head);
        content.writeTo(out, ByteBuffer.allocate(BLOCK_FLOATS * Float.BYTES));
        out.writeLong(checked.getChecksum().getValue());
        out.flush();
    }

    private static <T> T read(String head, InputStream from, long length, String name, Reading<T> reading)
            throws IOException {
        CheckedInputStream checked = new CheckedInputStream(from, new CRC32());
        DataInputStream in = new DataInputStream(checked);
        try {
            require(new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1).equals(head), name);
            T read = reading.from(
                    in, length - HEAD_BYTES - CHECKSUM_BYTES, ByteBuffer.allocate(BLOCK_FLOATS * Float.BYTES));
            long sum = checked.getChecksum().getValue();
            require(in.readLong() == sum, name);
            return read;
        } catch (EOFException e) {
            throw new InvalidInputException(name + ": is cut; begin anew in another folder", e);
        }
    }

    private static void writeFloats(float[] values, DataOutputStream out, ByteBuffer block) throws IOException {
        for (int done = 0; done < values.length; done += BLOCK_FLOATS) {
            int count = Math.min(BLOCK_FLOATS, values.length - done);
            block.clear().asFloatBuffer().put(values, done, count);
            out.write(block.array(), 0, count * Float.BYTES);
        }
    }

    private static void readFloats(float[] values, DataInputStream in, ByteBuffer block) throws IOException {
        for (int done = 0; done < values.length; done += BLOCK_FLOATS) {
            int count = Math.min(BLOCK_FLOATS, values.length - done);
            in.readFully(block.array(), 0, count * Float.BYTES);
            block.clear().asFloatBuffer().get(values, done, count);
        }
    }
}

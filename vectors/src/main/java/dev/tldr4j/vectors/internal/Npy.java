package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.ElementType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** numpy's .npy, versions 1.0 to 3.0: a magic string, the version, the header's length, the header, the numbers. */
final class Npy {
    /** Of the headers we write: fixed, so that the row count can be filled in at the end; numpy wants a multiple of 64. */
    static final int HEADER_BYTES = 128;

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    /** Far more than an array of plain numbers needs. */
    private static final int MAX_HEADER = 1 << 16;

    private Npy() {}

    static Layout layout(Path file) throws IOException {
        long size = Files.size(file);
        if (size == 0) {
            throw new InvalidInputException(file + ": is empty");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] magic = in.readNBytes(8);
            if (!Arrays.equals(Arrays.copyOf(magic, MAGIC.length), MAGIC)) {
                throw new InvalidInputException(
                        file + ": is not a .npy file (it does not begin with numpy's magic string)");
            }
            requireBytes(file, size, 12);
            int version = magic[6];
            if (version < 1 || version > 3 || magic[7] != 0) {
                throw new InvalidInputException(file + ": is of .npy version " + (version & 0xFF) + "."
                        + (magic[7] & 0xFF) + ", but only 1.0, 2.0 and 3.0 are known; save it with a current numpy");
            }
            byte[] bytes = in.readNBytes(version == 1 ? 2 : 4);
            ByteBuffer length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            long headerBytes = version == 1 ? length.getShort() & 0xFFFF : length.getInt() & 0xFFFF_FFFFL;
            if (headerBytes > MAX_HEADER) {
                throw new InvalidInputException(file + ": its header claims " + headerBytes + " bytes, more than the "
                        + MAX_HEADER + " allowed; the file is damaged or holds no plain numbers");
            }
            long offset = magic.length + bytes.length + headerBytes;
            requireBytes(file, size, offset);
            String header = new String(in.readNBytes((int) headerBytes), StandardCharsets.ISO_8859_1);
            return layout(file, NpyHeader.parse(file, header), offset).requireSize(size);
        }
    }

    private static void requireBytes(Path file, long size, long expected) {
        if (size < expected) {
            throw new InvalidInputException(file + ": is truncated in its header: expected at least " + expected
                    + " bytes, found " + size + "; copy or make the file again");
        }
    }

    private static Layout layout(Path file, NpyHeader header, long offset) {
        String descr = header.descr();
        ElementType type = null;
        for (ElementType candidate : ElementType.values()) {
            if (descr.length() == 3 && descr.endsWith(candidate.toString())) {
                type = candidate;
            }
        }
        char mark = descr.isEmpty() ? ' ' : descr.charAt(0);
        boolean marked = mark == '<' || mark == '>' || mark == '|' && type != null && type.bytes() == 1;
        if (type == null || !marked) {
            throw new InvalidInputException(
                    file + ": holds numbers of type '" + printable(descr)
                            + "'; known are f2, f4, f8, u1, i1, i4 and i8, so save it again as array.astype('float32'), or 'int32' for labels");
        }
        // rows of one number, or one row, lie the same in both orders
        long extended = Arrays.stream(header.shape()).filter(n -> n != 1).count();
        if (header.fortranOrder() && extended > 1) {
            throw new InvalidInputException(file + ": is in Fortran order (column by column); save it again as"
                    + " numpy.save(file, numpy.ascontiguousarray(array))");
        }
        ByteOrder order = mark == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return Layout.dense(file, type, order, header.shape(), offset);
    }

    /** Untrusted text, fit for one line of a message. */
    private static String printable(String text) {
        String shown = text.length() > 20 ? text.substring(0, 20) + "..." : text;
        return shown.replaceAll("[^ -~]", "?");
    }

    /** The first bytes of a little-endian, C-order file, always {@link #HEADER_BYTES} of them. */
    static byte[] header(ElementType type, long rows, int width, boolean flat) {
        String text = "{'descr': '" + (type.bytes() == 1 ? "|" : "<") + type + "', 'fortran_order': False, 'shape': ("
                + rows + "," + (flat ? "" : " " + width) + "), }";
        byte[] header = new byte[HEADER_BYTES];
        Arrays.fill(header, (byte) ' ');
        ByteBuffer.wrap(header)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) (HEADER_BYTES - 10))
                .put(text.getBytes(StandardCharsets.US_ASCII));
        header[HEADER_BYTES - 1] = '\n';
        return header;
    }
}

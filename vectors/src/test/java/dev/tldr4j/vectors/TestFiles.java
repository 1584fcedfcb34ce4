package dev.tldr4j.vectors;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Makes files byte by byte, without the code under test. */
public final class TestFiles {
    private TestFiles() {}

    public static Path write(Path file, byte[]... parts) throws IOException {
        return Files.write(file, join(parts));
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    public static byte[] npyHeader(String descr, boolean fortran, String shape) {
        return npyHeader(
                1,
                "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape
                        + ", }\n");
    }

    public static byte[] npyHeader(int version, String dict) {
        byte[] text = dict.getBytes(StandardCharsets.ISO_8859_1);
        byte[] length = version == 1 ? new byte[] {(byte) text.length, (byte) (text.length >> 8)} : ints(text.length);
        return join(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0}, length, text);
    }

    /** An IDX header: the type and the dimensions. */
    public static byte[] idxHeader(int type, int... shape) {
        ByteBuffer out = ByteBuffer.allocate(4 + 4 * shape.length);
        out.put((byte) 0).put((byte) 0).put((byte) type).put((byte) shape.length);
        for (int n : shape) {
            out.putInt(n);
        }
        return out.array();
    }

    /** Little-endian. */
    public static byte[] ints(int... values) {
        ByteBuffer out = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            out.putInt(value);
        }
        return out.array();
    }

    /** Little-endian. */
    public static byte[] floats(float... values) {
        ByteBuffer out = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        out.asFloatBuffer().put(values);
        return out.array();
    }

    public static byte[] bytes(int... values) {
        byte[] out = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            out[i] = (byte) values[i];
        }
        return out;
    }

    public static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    public static float[] readAll(Vectors vectors) {
        FloatBuffer into = FloatBuffer.allocate(vectors.rows() * vectors.dims());
        vectors.read(0, vectors.rows(), into);
        return into.array();
    }

    public static float[] readAll(Path file) throws IOException {
        try (Vectors vectors = Vectors.open(file)) {
            return readAll(vectors);
        }
    }

    public static void writeAll(Path file, ElementType type, int dims, float... values) throws IOException {
        try (VectorWriter writer = VectorWriter.create(file, type, dims)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
    }

    /** A folder for jqwik, which knows no @TempDir. */
    public static <T> T inFolder(Use<T> use) throws IOException {
        Path folder = Files.createTempDirectory("vectors-test");
        try {
            return use.in(folder);
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    public interface Use<T> {
        T in(Path folder) throws IOException;
    }
}

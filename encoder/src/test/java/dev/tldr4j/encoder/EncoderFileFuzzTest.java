package dev.tldr4j.encoder;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import dev.tldr4j.encoder.internal.Safetensors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file holds, its reader answers with an encoder or with the declared exception. benchmarks/fuzz goes on for long. */
class EncoderFileFuzzTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Buffers, and the exception with its message. */
    private static final long SPARE_BYTES = 1 << 18;

    /** JSON of single digits in lists takes most: a number and its places in lists for two characters. */
    private static final long BYTES_FOR_A_BYTE = 100;

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileGivesAnEncoderOrTheDeclaredException(byte[] file) throws IOException {
        long limit = SPARE_BYTES + BYTES_FOR_A_BYTE * file.length;
        // Once more where it was much: the first time may have loaded classes.
        if (bytesAllocatedToRead(file) > limit && bytesAllocatedToRead(file) > limit) {
            throw new AssertionError(file.length + " bytes made the reader allocate " + bytesAllocatedToRead(file));
        }
    }

    private static long bytesAllocatedToRead(byte[] file) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            Encoder encoder = Encoder.load(new ByteArrayInputStream(file));
            encoder.encode(new float[encoder.inputDims()]);
        } catch (InvalidInputException e) {
            checkMessage(e.getMessage(), "encoder stream: ");
        }
        try {
            // what load(Path) does, which knows how long the file is
            Safetensors.read(new ByteArrayInputStream(file), file.length, "file", metadata -> {});
        } catch (InvalidInputException e) {
            checkMessage(e.getMessage(), "file: ");
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static void checkMessage(String message, String start) {
        if (!message.startsWith(start) || message.contains("\n") || message.length() > 1000) {
            throw new AssertionError("not one line that names the file: " + message);
        }
    }

    static Stream<byte[]> files() throws IOException {
        byte[] affine = bytes(Samples.encoder(1, Map.of("note", "ü \uD83D\uDE00 \"\\\n"), 3, 2));
        byte[] mlp = bytes(Samples.encoder(2, Map.of("normalize", "true"), 3, 2, 2));
        return Stream.of(
                affine,
                mlp,
                golden("golden-v1-affine.safetensors"),
                golden("golden-v1-mlp-normalized.safetensors"),
                new byte[0],
                Arrays.copyOf(affine, affine.length - 1),
                Arrays.copyOf(mlp, mlp.length + 4),
                replaced(affine, "\"format_version\":\"1\"", "\"format_version\":\"2\""),
                replaced(affine, "F32", "F64"),
                replaced(affine, "[2,3]", "[9,9]"),
                replaced(affine, "[2,3]", "[-1]"),
                replaced(mlp, "layers.1", "layers.9"));
    }

    private static byte[] bytes(Encoder encoder) throws IOException {
        Path file = Files.createTempFile("encoder", ".safetensors");
        try {
            encoder.save(file);
            return Files.readAllBytes(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Of the same length, so that the lengths in the file still hold. */
    private static byte[] replaced(byte[] file, String old, String other) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        String padded = other + " ".repeat(old.length() - other.length());
        return text.replace(old, padded).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = EncoderFileFuzzTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}

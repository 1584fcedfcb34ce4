package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.Safetensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * Tells whether a file is as it was saved, a hundred times sooner than the id in a JVM that has just started, where
 * SHA-256 is not compiled yet: the CRC-32 of the numbers as they stand in the file; then, as text, the name and the
 * shape of each tensor in that order, {@code normalize} and {@code id}. It is no defence against malice, as the id is
 * none.
 */
final class FileChecksum {
    private final CRC32 crc = new CRC32();

    static String of(Safetensors content) throws IOException {
        FileChecksum checksum = new FileChecksum();
        OutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), checksum.crc);
        for (Safetensors.Tensor tensor : content.tensors().values()) {
            Safetensors.writeFloats(tensor.values(), out);
        }
        return checksum.with(content);
    }

    /** Sees all that is read from this stream. */
    InputStream of(InputStream in) {
        return new CheckedInputStream(in, crc);
    }

    /** Forgets the header, which has been read. */
    void dataBegins() {
        crc.reset();
    }

    /** The checksum, now that the numbers have been seen. */
    String with(Safetensors content) {
        for (Map.Entry<String, Safetensors.Tensor> entry : content.tensors().entrySet()) {
            add(entry.getKey());
            add(entry.getValue().shape().toString());
        }
        add(content.metadata().get(Metadata.NORMALIZE));
        add(content.metadata().get(Metadata.ID));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private void add(String text) {
        crc.update(text.getBytes(StandardCharsets.UTF_8));
    }
}

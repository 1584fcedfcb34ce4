package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.Safetensors;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The name of an encoder, made from what decides its outputs: the first 16 hex digits of the SHA-256 of the number of
 * layers; then, for each layer, outputs, inputs, weight and bias; then 1 if outputs are normalized, else 0. All are
 * little-endian 32-bit integers and floats.
 */
final class EncoderId {
    private static final int DIGITS = 16;

    private EncoderId() {}

    static String of(List<Affine> layers, boolean normalize) {
        MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), sha256)) {
            writeInt(layers.size(), out);
            for (Affine layer : layers) {
                writeInt(layer.outputDims(), out);
                writeInt(layer.inputDims(), out);
                Safetensors.writeFloats(layer.weight(), out);
                Safetensors.writeFloats(layer.bias(), out);
            }
            writeInt(normalize ? 1 : 0, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(sha256.digest()).substring(0, DIGITS);
    }

    private static void writeInt(int number, OutputStream out) throws IOException {
        out.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array());
    }
}

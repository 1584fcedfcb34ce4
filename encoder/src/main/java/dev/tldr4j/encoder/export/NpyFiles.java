package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.Safetensors;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The weights of an encoder as numpy's arrays, named as in the encoder's own file. */
final class NpyFiles {
    private static final String EXTENSION = ".npy";

    /** numpy lets data begin at a multiple of this. */
    private static final int ALIGNMENT = 64;

    private NpyFiles() {}

    static List<Path> write(Encoder encoder, Path file) throws IOException {
        List<Affine> layers = encoder.layers();
        Map<Path, NewFiles.Content> contents = new LinkedHashMap<>();
        for (int i = 0; i < layers.size(); i++) {
            Affine layer = layers.get(i);
            String prefix = layers.size() == 1 ? "" : "layers." + i + ".";
            String weightShape = "(" + layer.outputDims() + ", " + layer.inputDims() + ")";
            String biasShape = "(" + layer.outputDims() + ",)";
            contents.put(named(file, prefix + "weight"), out -> array(weightShape, layer.weight(), out));
            contents.put(named(file, prefix + "bias"), out -> array(biasShape, layer.bias(), out));
        }
        NewFiles.write(contents);
        return List.copyOf(contents.keySet());
    }

    private static Path named(Path file, String tensor) {
        String name = String.valueOf(file.getFileName());
        String base = name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
        return file.resolveSibling(base + "." + tensor + EXTENSION);
    }

    private static void array(String shape, float[] values, OutputStream out) throws IOException {
        String description = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
        int magic = 10; // "\x93NUMPY", the version, the length
        int unpadded = magic + description.length() + 1;
        int padding = -unpadded & (ALIGNMENT - 1);
        int length = unpadded - magic + padding;
        out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) length, (byte) (length >> 8)});
        out.write((description + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII));
        Safetensors.writeFloats(values, out);
    }
}

package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes encoders for runtimes that are not tldr4j. Files replace what was there and appear under their name only when
 * complete. The same encoder gives the same bytes.
 *
 * <p>To have outputs of length 1, export {@link Encoder#normalized()}.
 */
public final class Export {
    private Export() {}

    /**
     * As an ONNX model: one input {@code vectors} [batch, inputDims] and one output {@code encoded} [batch,
     * outputDims], of floats, with any number of rows. It scales outputs to length 1 if the encoder does, and an output
     * of zeros stays zeros. The encoder's metadata, its id among them, are the model's.
     *
     * @param encoder what to write
     * @param file by custom {@code *.onnx}
     * @throws InvalidInputException if the encoder is too large for an ONNX file (2 GiB), or nothing can be written
     *     there
     * @throws IOException if writing fails
     */
    public static void onnx(Encoder encoder, Path file) throws IOException {
        ProtobufMessage model = OnnxModel.of(encoder);
        OnnxModel.checkSize(encoder, model.size(), file);
        NewFiles.write(file, model::write);
    }

    /**
     * As numpy's arrays of floats, two files for each layer: of {@code encoder.npy}, {@code encoder.weight.npy}
     * [outputDims, inputDims] and {@code encoder.bias.npy} [outputDims]; where there are several layers,
     * {@code encoder.layers.0.weight.npy} and so on. They do not say whether the encoder scales its outputs to length
     * 1, nor its id.
     *
     * @param encoder what to write
     * @param file the name from which theirs are made
     * @return the files, layer by layer, weight before bias
     * @throws InvalidInputException if nothing can be written there
     * @throws IOException if writing fails
     */
    public static List<Path> npy(Encoder encoder, Path file) throws IOException {
        return NpyFiles.write(encoder, file);
    }

    /**
     * As one JSON object: {@code inputDims}, {@code outputDims}, {@code normalize}, {@code layers} (each with
     * {@code weight}, a list of its rows, and {@code bias}) and {@code metadata}.
     *
     * @param encoder what to write
     * @param file by custom {@code *.json}
     * @throws InvalidInputException if nothing can be written there
     * @throws IOException if writing fails
     */
    public static void json(Encoder encoder, Path file) throws IOException {
        NewFiles.write(file, out -> JsonFile.write(encoder, out));
    }
}

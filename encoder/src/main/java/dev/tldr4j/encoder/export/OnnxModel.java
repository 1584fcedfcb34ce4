package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.nio.file.Path;
import java.util.List;

/**
 * An encoder as ONNX has it: a Gemm for each layer, a Relu between each two, and the scaling to length 1 where the
 * encoder does it. Numbers of fields and types are those of onnx.proto.
 */
final class OnnxModel {
    static final String INPUT = "vectors";
    static final String OUTPUT = "encoded";

    /**
     * Of 2020: runtimes take old versions for ever and new ones late, and everything needed is there. It goes with version
     * 7 of the file format.
     */
    private static final int OPSET = 13;

    private static final int IR_VERSION = 7;
    private static final int FLOAT = 1;
    private static final int INT_ATTRIBUTE = 2;
    private static final int INTS_ATTRIBUTE = 7;

    /** Protobuf's own: longer messages cannot be read. */
    private static final long MAX_BYTES = Integer.MAX_VALUE;

    private final ProtobufMessage graph = new ProtobufMessage();

    private OnnxModel() {}

    static ProtobufMessage of(Encoder encoder) {
        ProtobufMessage model = new ProtobufMessage()
                .number(1, IR_VERSION)
                .text(2, "tldr4j")
                .message(7, new OnnxModel().graph(encoder))
                .message(8, new ProtobufMessage().text(1, "").number(2, OPSET));
        encoder.metadata()
                .forEach((key, value) ->
                        model.message(14, new ProtobufMessage().text(1, key).text(2, value)));
        return model;
    }

    static void checkSize(Encoder encoder, long bytes, Path file) {
        if (bytes > MAX_BYTES) {
            throw new InvalidInputException(
                    file + ": " + encoder + " would be an ONNX file of " + bytes + " bytes, and " + MAX_BYTES
                            + " is the most that ONNX can hold; use a smaller encoder, or export json or npy");
        }
    }

    private ProtobufMessage graph(Encoder encoder) {
        graph.text(2, "encoder " + encoder.id());
        graph.message(11, tensorInfo(INPUT, encoder.inputDims()));
        graph.message(12, tensorInfo(OUTPUT, encoder.outputDims()));
        List<Affine> layers = encoder.layers();
        String value = INPUT;
        for (int i = 0; i < layers.size(); i++) {
            boolean last = i == layers.size() - 1;
            value = layer(i, layers.get(i), value, last && !encoder.isNormalized() ? OUTPUT : "layer" + i);
            if (!last) {
                value = node("Relu", "relu" + i, List.of(value));
            }
        }
        if (encoder.isNormalized()) {
            scaleToUnitLength(value);
        }
        return graph;
    }

    private String layer(int number, Affine layer, String input, String output) {
        String weight = constant("layers." + number + ".weight", layer.weight(), layer.outputDims(), layer.inputDims());
        String bias = constant("layers." + number + ".bias", layer.bias(), layer.outputDims());
        return node("Gemm", output, List.of(input, weight, bias), number("transB", 1));
    }

    /**
     * By the largest number of the row first, whose square might be too large or too small for a float, then by the
     * length. Nothing is divided by zero: a row of zeros has a length of "tiny" and stays.
     */
    private void scaleToUnitLength(String rows) {
        String tiny = constant("tiny", new float[] {Float.MIN_NORMAL}, 1);
        String sizes = node("Abs", "sizes", List.of(rows));
        String largest = node("ReduceMax", "largest", List.of(sizes), numbers("axes", 1), number("keepdims", 1));
        String scale = node("Max", "scale", List.of(largest, tiny));
        String scaled = node("Div", "scaled", List.of(rows, scale));
        String length = node("ReduceL2", "length", List.of(scaled), numbers("axes", 1), number("keepdims", 1));
        String divisor = node("Max", "divisor", List.of(length, tiny));
        node("Div", OUTPUT, List.of(scaled, divisor));
    }

    /** Adds an operation, named after what it computes. */
    private String node(String operation, String output, List<String> inputs, ProtobufMessage... attributes) {
        ProtobufMessage node = new ProtobufMessage();
        inputs.forEach(input -> node.text(1, input));
        node.text(2, output).text(3, output).text(4, operation);
        for (ProtobufMessage attribute : attributes) {
            node.message(5, attribute);
        }
        graph.message(1, node);
        return output;
    }

    private String constant(String name, float[] values, int... shape) {
        ProtobufMessage tensor = new ProtobufMessage();
        for (int length : shape) {
            tensor.number(1, length);
        }
        graph.message(5, tensor.number(2, FLOAT).text(8, name).rawFloats(9, values));
        return name;
    }

    private static ProtobufMessage number(String name, int value) {
        return new ProtobufMessage().text(1, name).number(3, value).number(20, INT_ATTRIBUTE);
    }

    private static ProtobufMessage numbers(String name, int value) {
        return new ProtobufMessage().text(1, name).number(8, value).number(20, INTS_ATTRIBUTE);
    }

    /** Rows of floats, of which there may be any number: [batch, dims]. */
    private static ProtobufMessage tensorInfo(String name, int dims) {
        ProtobufMessage shape = new ProtobufMessage()
                .message(1, new ProtobufMessage().text(2, "batch"))
                .message(1, new ProtobufMessage().number(1, dims));
        ProtobufMessage tensor = new ProtobufMessage().number(1, FLOAT).message(2, shape);
        return new ProtobufMessage().text(1, name).message(2, new ProtobufMessage().message(1, tensor));
    }
}

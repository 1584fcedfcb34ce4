package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** An encoder as one JSON object, written row by row: as text, weights take four times their memory. */
final class JsonFile {
    private JsonFile() {}

    static void write(Encoder encoder, OutputStream out) throws IOException {
        Writer json = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        json.write("{\"inputDims\":" + encoder.inputDims());
        json.write(",\"outputDims\":" + encoder.outputDims());
        json.write(",\"normalize\":" + encoder.isNormalized());
        json.write(",\"metadata\":" + Json.write(encoder.metadata()));
        json.write(",\"layers\":[");
        String separator = "";
        for (Affine layer : encoder.layers()) {
            json.write(separator);
            writeLayer(layer, json);
            separator = ",";
        }
        json.write("]}\n");
        json.flush();
    }

    private static void writeLayer(Affine layer, Writer json) throws IOException {
        float[] weight = layer.weight();
        json.write("{\"weight\":[");
        for (int row = 0; row < layer.outputDims(); row++) {
            json.write(row == 0 ? "\n[" : ",\n[");
            writeNumbers(weight, row * layer.inputDims(), layer.inputDims(), json);
            json.write(']');
        }
        json.write("],\n\"bias\":[");
        float[] bias = layer.bias();
        writeNumbers(bias, 0, bias.length, json);
        json.write("]}");
    }

    /** Java's own text of a float is read back as the same float. */
    private static void writeNumbers(float[] numbers, int from, int count, Writer json) throws IOException {
        for (int i = 0; i < count; i++) {
            json.write(i == 0 ? "" : ",");
            json.write(Float.toString(numbers[from + i]));
        }
    }
}

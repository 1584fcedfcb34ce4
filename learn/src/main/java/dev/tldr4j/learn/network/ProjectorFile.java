package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.Safetensors;
import dev.tldr4j.encoder.internal.Safetensors.Tensor;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A projector after training, kept for a warm start. Its file is a safetensors file.
 *
 * @param inputs as many as the encoder has outputs
 * @param outputs the width of its last layer
 * @param parameters row-major, in the order of its layers: weight, scale and shift of every hidden one, the last weight
 */
public record ProjectorFile(ProjectorShape shape, int inputs, int outputs, List<float[]> parameters) {
    private static final String FORMAT = "tldr4j-projector";

    /** Where a parameter is in the file, and how large it is. */
    private record Place(String name, List<Integer> size) {}

    private static List<Place> places(ProjectorShape shape, int inputs, int outputs) {
        List<Place> places = new ArrayList<>();
        int width = inputs;
        for (int i = 0; i < shape.hiddenLayers(); i++) {
            places.add(new Place(i + ".weight", List.of(shape.width(), width)));
            places.add(new Place(i + ".scale", List.of(shape.width())));
            places.add(new Place(i + ".shift", List.of(shape.width())));
            width = shape.width();
        }
        places.add(new Place(shape.hiddenLayers() + ".weight", List.of(outputs, width)));
        return places;
    }

    /** Refuses, before it is learned, a projector that would be too large for its file. */
    public static void requireKeepable(ProjectorShape shape, int inputs, int outputs) {
        long numbers = 0;
        for (Place place : places(shape, inputs, outputs)) {
            numbers += place.size.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
        }
        if (numbers * Float.BYTES > Safetensors.MAX_DATA_BYTES) {
            throw new InvalidInputException("a projector " + shape + " has " + numbers * Float.BYTES
                    + " bytes, and only " + Safetensors.MAX_DATA_BYTES + " can be kept; use a narrower one");
        }
    }

    /** Written beside and moved into place. */
    public void save(Path file) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        List<Place> places = places(shape, inputs, outputs);
        for (int i = 0; i < places.size(); i++) {
            tensors.put(places.get(i).name, new Tensor(places.get(i).size, parameters.get(i)));
        }
        Map<String, String> metadata = Map.of(
                "format",
                FORMAT,
                "projector",
                shape.toString(),
                "inputs",
                Integer.toString(inputs),
                "outputs",
                Integer.toString(outputs));
        try (AtomicFile atomic = new AtomicFile(file)) {
            OutputStream out = new BufferedOutputStream(atomic.stream());
            new Safetensors(metadata, tensors).write(out, file.toString());
            out.flush();
            atomic.commit();
        }
    }

    /** Reads a file that {@link #save} wrote, trusting nothing in it. */
    public static ProjectorFile load(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Safetensors content = Safetensors.read(in, Files.size(file), file.toString(), metadata -> {
                if (!FORMAT.equals(metadata.get("format"))) {
                    throw new InvalidInputException(
                            file + ": is not a projector; give a file that fit --keep-projector wrote");
                }
            });
            return of(content, file);
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
    }

    private static ProjectorFile of(Safetensors content, Path file) {
        ProjectorShape shape;
        int inputs;
        int outputs;
        try {
            shape = ProjectorShape.parse(String.valueOf(content.metadata().get("projector")));
            inputs = Integer.parseInt(content.metadata().get("inputs"));
            outputs = Integer.parseInt(content.metadata().get("outputs"));
        } catch (InvalidInputException | NumberFormatException e) {
            throw new InvalidInputException(file + ": is a damaged projector: " + e.getMessage(), e);
        }
        List<float[]> parameters = new ArrayList<>();
        for (Place place : places(shape, inputs, outputs)) {
            Tensor tensor = content.tensors().get(place.name);
            if (tensor == null || !tensor.shape().equals(place.size)) {
                throw new InvalidInputException(file + ": is a damaged projector: " + place.name + " is "
                        + (tensor == null ? "missing" : tensor.shape()) + ", not " + place.size);
            }
            for (float value : tensor.values()) {
                if (!Float.isFinite(value)) {
                    throw new InvalidInputException(
                            file + ": is a damaged projector: " + place.name + " holds " + value);
                }
            }
            parameters.add(tensor.values());
        }
        return new ProjectorFile(shape, inputs, outputs, parameters);
    }

    /** Tells this one from others. */
    public String fingerprint() {
        int hash = 1;
        for (float[] values : parameters) {
            hash = 31 * hash + Arrays.hashCode(values);
        }
        return shape + "-" + Integer.toHexString(hash);
    }
}

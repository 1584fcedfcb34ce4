package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.Safetensors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The encoder's file: what {@link Encoder} puts into safetensors and what it insists on when it reads them. One layer
 * is {@code weight} [d, D] and {@code bias} [d]; several are {@code layers.0.weight}, {@code layers.0.bias}, …
 */
final class EncoderFile {
    private EncoderFile() {}

    static void save(Encoder encoder, Path file) throws IOException {
        Map<String, Safetensors.Tensor> tensors = new LinkedHashMap<>();
        List<Affine> layers = encoder.layers();
        for (int i = 0; i < layers.size(); i++) {
            Affine layer = layers.get(i);
            String prefix = layers.size() == 1 ? "" : prefix(i);
            tensors.put(
                    prefix + "weight",
                    new Safetensors.Tensor(List.of(layer.outputDims(), layer.inputDims()), layer.weight()));
            tensors.put(prefix + "bias", new Safetensors.Tensor(List.of(layer.outputDims()), layer.bias()));
        }
        Map<String, String> metadata = new TreeMap<>(encoder.metadata());
        metadata.put(Metadata.CHECKSUM, FileChecksum.of(new Safetensors(metadata, tensors)));
        Safetensors content = new Safetensors(metadata, tensors);
        try (AtomicFile output = new AtomicFile(file)) {
            content.write(output.stream(), file.toString());
            output.commit();
        }
    }

    static Encoder load(Path file) throws IOException {
        String source = file.toString();
        FileState there = FileState.of(file);
        if (there == FileState.ABSENT) {
            throw new InvalidInputException(source + ": there is no such file; check the name of the encoder file");
        }
        if (there == FileState.FOLDER) {
            throw new InvalidInputException(source + ": is a folder; name the encoder file in it");
        }
        try (InputStream in = Files.newInputStream(file)) {
            // Pipes and devices have no size to hold claims against; they are read like any stream.
            long size = there == FileState.FILE ? Files.size(file) : Safetensors.SIZE_UNKNOWN;
            return load(in, size, source);
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
    }

    static Encoder load(InputStream in) throws IOException {
        return load(in, Safetensors.SIZE_UNKNOWN, "encoder stream");
    }

    private static Encoder load(InputStream in, long size, String source) throws IOException {
        FileChecksum checksum = new FileChecksum();
        Safetensors content = Safetensors.read(checksum.of(in), size, source, new FormatCheck(source, checksum));
        return encoder(content, checksum, source);
    }

    /** Before anything else is understood: what a later version changed is told as that, not as damage. */
    private record FormatCheck(String source, FileChecksum checksum) implements Consumer<Map<String, String>> {
        @Override
        public void accept(Map<String, String> metadata) {
            String format = metadata.get(Metadata.FORMAT);
            if (!Metadata.THIS_FORMAT.equals(format)) {
                throw new InvalidInputException(source + ": is not a tldr4j encoder (its metadata has "
                        + (format == null ? "no format" : "format " + Json.quote(format)) + ", not "
                        + Metadata.THIS_FORMAT + "); name an encoder that tldr4j saved");
            }
            String version = metadata.get(Metadata.FORMAT_VERSION);
            if (!Metadata.THIS_VERSION.equals(version)) {
                throw new InvalidInputException(source + ": has "
                        + (version == null ? "no format version" : "format version " + Json.quote(version))
                        + ", but this tldr4j reads version " + Metadata.THIS_VERSION
                        + "; upgrade tldr4j, or save the encoder again");
            }
            checksum.dataBegins();
        }
    }

    private static Encoder encoder(Safetensors content, FileChecksum checksum, String source) {
        Encoder encoder;
        try {
            for (String key : List.of(Metadata.NORMALIZE, Metadata.ID)) {
                if (!content.metadata().containsKey(key)) {
                    throw new InvalidInputException("its metadata has no " + key + "; save the encoder again");
                }
            }
            boolean unchanged = checksum.with(content).equals(content.metadata().get(Metadata.CHECKSUM));
            Map<String, String> metadata = new TreeMap<>(content.metadata());
            metadata.remove(Metadata.CHECKSUM);
            // Where the checksum holds, so does the id; else it is made anew, and then decides.
            encoder = new Encoder(layers(content.tensors()), metadata, unchanged ? metadata.get(Metadata.ID) : null);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(source + ": " + e.getMessage(), e);
        }
        // The encoder has set these from its weights; the file must have said the same.
        for (String key : List.of(Metadata.INPUT_DIMS, Metadata.OUTPUT_DIMS, Metadata.ID)) {
            String claimed = content.metadata().get(key);
            String actual = encoder.metadata().get(key);
            if (!Objects.equals(claimed, actual)) {
                throw new InvalidInputException(source + ": its metadata has "
                        + (claimed == null ? "no " + key : key + " " + Json.quote(claimed)) + ", but its weights give "
                        + actual + "; the file was changed or damaged: copy or save it again");
            }
        }
        return encoder;
    }

    private static List<Affine> layers(Map<String, Safetensors.Tensor> tensors) {
        Map<String, Safetensors.Tensor> left = new LinkedHashMap<>(tensors);
        List<Affine> layers = new ArrayList<>();
        if (left.containsKey("weight") || left.containsKey("bias")) {
            layers.add(takeLayer(left, ""));
        } else {
            do {
                layers.add(takeLayer(left, prefix(layers.size())));
            } while (left.containsKey(prefix(layers.size()) + "weight"));
        }
        if (!left.isEmpty()) {
            throw new InvalidInputException(
                    "has a tensor " + Json.quote(left.keySet().iterator().next())
                            + " that is no part of an encoder; save the encoder again, without it");
        }
        return layers;
    }

    private static Affine takeLayer(Map<String, Safetensors.Tensor> tensors, String prefix) {
        Safetensors.Tensor weight = take(tensors, prefix + "weight", 2);
        Safetensors.Tensor bias = take(tensors, prefix + "bias", 1);
        if (!weight.shape().get(0).equals(bias.shape().get(0))) {
            throw new InvalidInputException("tensor " + prefix + "weight has shape " + weight.shape() + " and " + prefix
                    + "bias " + bias.shape() + "; they must begin with the same number: save the encoder again");
        }
        return new Affine(weight.values(), bias.values());
    }

    private static Safetensors.Tensor take(Map<String, Safetensors.Tensor> tensors, String name, int rank) {
        Safetensors.Tensor tensor = tensors.remove(name);
        if (tensor == null) {
            throw new InvalidInputException("has no tensor " + name + "; save the encoder again");
        }
        if (tensor.shape().size() != rank) {
            throw new InvalidInputException(
                    "tensor " + name + " has shape " + tensor.shape() + ", but an encoder's has " + rank
                            + (rank == 1 ? " dimension" : " dimensions") + "; save the encoder again");
        }
        return tensor;
    }

    private static String prefix(int layer) {
        return "layers." + layer + ".";
    }
}

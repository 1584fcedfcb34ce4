package dev.tldr4j.cli.files;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.export.Export;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The forms in which encoders leave tldr4j. */
enum ExportFormat {
    ONNX,
    NPY,
    JSON;

    /** What the name of the output says. */
    static ExportFormat of(Path output) {
        String name = output.toString().toLowerCase(Locale.ROOT);
        for (ExportFormat format : values()) {
            if (name.endsWith("." + format)) {
                return format;
            }
        }
        throw new InvalidInputException(output
                + ": its name does not end in .onnx, .npy or .json; rename it, or say --format onnx, npy or json");
    }

    /** The files that were written. */
    List<Path> write(Encoder encoder, Path output) throws IOException {
        switch (this) {
            case ONNX -> Export.onnx(encoder, output);
            case JSON -> Export.json(encoder, output);
            case NPY -> {
                return Export.npy(encoder, output);
            }
        }
        return List.of(output);
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

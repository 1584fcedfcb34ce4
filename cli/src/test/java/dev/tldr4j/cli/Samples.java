package dev.tldr4j.cli;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small files to work on. Vectors lie around one of four centres, and the label of row i is its centre, i mod 4. */
public final class Samples {
    static final int CENTRES = 4;

    private Samples() {}

    /** The centres are the same for every seed, so that vectors of one seed can judge those of another. */
    public static float[] values(int rows, int dims, long seed) {
        var centres = new Random(7);
        float[] centre = new float[CENTRES * dims];
        for (int i = 0; i < centre.length; i++) {
            centre[i] = 3 * (float) centres.nextGaussian();
        }
        var random = new Random(seed);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = centre[i / dims % CENTRES * dims + i % dims] + (float) random.nextGaussian();
        }
        return values;
    }

    public static Path vectors(Path file, int rows, int dims, long seed) throws IOException {
        return write(file, dims, values(rows, dims, seed));
    }

    public static Path write(Path file, int dims, float... values) throws IOException {
        try (var writer = VectorWriter.create(file, ElementType.F4, dims)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
        return file;
    }

    public static Path labels(Path file, int rows) throws IOException {
        int[] labels = new int[rows];
        for (int i = 0; i < rows; i++) {
            labels[i] = i % CENTRES;
        }
        new IntRows(file.toString(), rows, 1, labels).write(file);
        return file;
    }

    /** Learns in a moment, unless the options given say otherwise. */
    static Object[] quickFit(Path input, int dims, Path output, Object... more) {
        var args = new ArrayList<Object>(List.of("fit", "--input", input, "--dims", dims, "--output", output));
        var given = Arrays.asList(more);
        Map<String, Object> quick = Map.of("--epochs", 2, "--batch-size", 64, "--seed", 1, "--threads", 1);
        quick.forEach((option, value) -> {
            if (!given.contains(option)) {
                args.add(option);
                args.add(value);
            }
        });
        args.addAll(given);
        return args.toArray();
    }

    /** The same by the paper's recipe, which has a projector. */
    public static Object[] quickPaperFit(Path input, int dims, Path output, Object... more) {
        var args = new ArrayList<Object>(List.of("--method", "tldr"));
        if (!Arrays.asList(more).contains("--projector")) {
            args.addAll(List.of("--projector", "mlp-1-32"));
        }
        args.addAll(Arrays.asList(more));
        return quickFit(input, dims, output, args.toArray());
    }
}

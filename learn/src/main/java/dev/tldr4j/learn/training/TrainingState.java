package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that changes while training: the step, the losses, the best encoder so far, and every number of weights, optimizer and running
 * statistics. Which rows come next follows from the seed and the step.
 */
final class TrainingState {
    private static final String BEST = "best.safetensors";

    private final Backend backend;
    private final List<Matrix> matrices;
    int step;
    /** Of the last step. */
    double loss = Double.NaN;
    /** What the last tenth of all steps adds up to so far. */
    double lastLoss;
    /** The layers with the best score, where the best ones are wanted; or null. */
    List<Affine> best;

    double bestScore = Double.NaN;
    int bestStep;
    /** The given matrices are what is saved and restored. */
    TrainingState(Backend backend, List<Matrix> matrices) {
        this.backend = backend;
        this.matrices = matrices;
    }

    /** Refuses a state that is not finite: continuing from it could only fail. */
    void writeTo(Path folder) throws IOException {
        for (int i = 0; i < matrices.size(); i++) {
            Matrix matrix = matrices.get(i);
            float[] values = backend.get(matrix);
            requireFinite(values);
            write(folder.resolve("matrix-" + i + ".npy"), values, matrix.cols());
        }
        Map<String, Object> state = new TreeMap<>();
        state.put("step", step);
        state.put("loss", Double.toString(loss));
        state.put("last_loss", Double.toString(lastLoss));
        if (best != null) {
            Encoder.mlp(best, Map.of()).save(folder.resolve(BEST));
            state.put("best_step", bestStep);
            state.put("best_score", Double.toString(bestScore));
        }
        AtomicFile.writeText(folder.resolve("state.json"), Json.write(state));
    }

    /** Every number of it; what else there is stays here. */
    float[][] values() {
        float[][] values = new float[matrices.size()][];
        for (int i = 0; i < matrices.size(); i++) {
            values[i] = backend.get(matrices.get(i));
        }
        return values;
    }

    /** Takes numbers from another training of the same settings. */
    void setValues(float[][] values) {
        for (int i = 0; i < matrices.size(); i++) {
            backend.set(matrices.get(i), values[i]);
        }
    }

    private void requireFinite(float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                throw new DivergedException("after step " + step + " there are weights that are not finite");
            }
        }
    }

    void readFrom(Path folder) throws IOException {
        for (int i = 0; i < matrices.size(); i++) {
            Matrix matrix = matrices.get(i);
            backend.set(matrix, read(folder.resolve("matrix-" + i + ".npy"), matrix.rows(), matrix.cols()));
        }
        Path file = folder.resolve("state.json");
        try {
            Map<?, ?> state = (Map<?, ?>) Json.parse(AtomicFile.readText(file));
            step = Math.toIntExact((Long) state.get("step"));
            loss = Double.parseDouble((String) state.get("loss"));
            lastLoss = Double.parseDouble((String) state.get("last_loss"));
            if (state.containsKey("best_step")) {
                bestStep = Math.toIntExact((Long) state.get("best_step"));
                bestScore = Double.parseDouble((String) state.get("best_score"));
                best = Encoder.load(folder.resolve(BEST)).layers();
            }
        } catch (RuntimeException e) {
            throw new InvalidInputException(file + ": is not the state of a fit", e);
        }
    }

    private static void write(Path file, float[] values, int width) throws IOException {
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, width)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
    }

    private static float[] read(Path file, int rows, int width) throws IOException {
        try (Vectors vectors = Vectors.open(file)) {
            if (vectors.rows() != rows || vectors.dims() != width) {
                throw new InvalidInputException(file + ": has " + vectors.rows() + " × " + vectors.dims()
                        + " numbers, not " + rows + " × " + width + "; delete " + file.getParent());
            }
            float[] values = new float[Math.multiplyExact(rows, width)];
            vectors.read(0, rows, FloatBuffer.wrap(values));
            return values;
        }
    }
}

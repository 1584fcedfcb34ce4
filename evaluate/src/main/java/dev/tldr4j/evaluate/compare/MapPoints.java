package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Maps to look at: the same training rows in two dimensions, by the first principal components and by what was learned. */
final class MapPoints {
    /** As many as Fashion-MNIST has; a page draws them in one frame. */
    private static final int MOST = 60_000;

    /** No screen shows more, however far one looks into the map, and the page stays small. */
    private static final MathContext DIGITS = new MathContext(5);

    private MapPoints() {}

    /**
     * The entries of results.json.
     *
     * @param drawn what was learned for two dimensions; what is not there, since it failed, has no map
     * @param asked methods whose maps come first: the page opens with the first
     */
    static Map<String, Object> of(
            Task task, List<Grid.Fit> drawn, List<String> asked, ComparisonFolder folder, TrainingContext material)
            throws IOException {
        int[] rows = spread(task.training().rows());
        int threads = material.threads();
        List<Map<String, Object>> maps = new ArrayList<>();
        Vectors sample = task.training().select(rows);
        if (material.pca().rank() >= 2) {
            maps.add(encoded("pca", material.pca().encoder(2, 0), sample, threads));
        }
        for (Grid.Fit fit : drawn) {
            Path file = folder.path(fit.product());
            if (fit.method().equals("pca") || !FileState.exists(file)) {
                continue;
            }
            if (Methods.named(fit.method()).givesEncoder()) {
                maps.add(encoded(fit.method(), Encoder.load(file), sample, threads));
            } else {
                try (Vectors reduced = Vectors.open(file)) {
                    maps.add(map(fit.method(), reduced.select(rows)));
                }
            }
        }
        maps.sort(Comparator.comparing(map -> !asked.contains(map.get("name"))));
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("maps", maps);
        if (task.trainingLabels() != null) {
            List<String> labels = new ArrayList<>();
            for (int row : rows) {
                labels.add(Integer.toString(task.trainingLabels()[row]));
            }
            entries.put("mapLabels", labels);
        }
        return entries;
    }

    private static int[] spread(int all) {
        int[] rows = new int[Math.min(MOST, all)];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (int) ((long) i * all / rows.length);
        }
        return rows;
    }

    private static Map<String, Object> encoded(String name, Encoder encoder, Vectors sample, int threads)
            throws IOException {
        // no progress: it takes a moment, and a comparison in which nothing is left to do should say nothing
        try (Vectors points = Reduction.by(encoder).apply(sample, threads, ProgressListener.SILENT)) {
            return map(name, points);
        }
    }

    private static Map<String, Object> map(String name, Vectors points) {
        float[] values = new float[points.rows() * 2];
        points.read(0, points.rows(), FloatBuffer.wrap(values));
        List<List<Double>> pairs = new ArrayList<>();
        for (int i = 0; i < values.length; i += 2) {
            pairs.add(List.of(rounded(values[i]), rounded(values[i + 1])));
        }
        return Map.of("name", name, "points", pairs);
    }

    private static double rounded(float value) {
        return new BigDecimal(value, DIGITS).doubleValue();
    }
}

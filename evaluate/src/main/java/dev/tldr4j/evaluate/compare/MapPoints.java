package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Material;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Maps to look at: the same training rows in two dimensions, by the first principal components and by what was learned. */
final class MapPoints {
    private static final int MOST = 5000;

    private MapPoints() {}

    /** The entries of results.json. */
    static Map<String, Object> of(Task task, Grid grid, ComparisonFolder folder, Material material) throws IOException {
        int count = Math.min(MOST, task.training().rows());
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = (int) ((long) i * task.training().rows() / count);
        }
        Vectors sample = task.training().select(rows);
        Map<String, Object> entries = new LinkedHashMap<>();
        List<Map<String, Object>> maps = new ArrayList<>();
        if (material.pca().rank() >= 2) {
            maps.add(map("pca", material.pca().encoder(2, 0), sample));
        }
        for (String method : grid.methods()) {
            Path file = folder.path(ComparisonFolder.encoder(
                    new Grid.Fit(method, 2, grid.seeds().get(0)).fileName()));
            if (grid.dims().contains(2) && !method.equals("pca") && Files.exists(file)) {
                maps.add(map(method, Encoder.load(file), sample));
            }
        }
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

    private static Map<String, Object> map(String name, Encoder encoder, Vectors sample) {
        List<List<Double>> points = new ArrayList<>();
        float[] row = new float[sample.dims()];
        for (int i = 0; i < sample.rows(); i++) {
            sample.read(i, 1, FloatBuffer.wrap(row));
            float[] point = encoder.encode(row);
            points.add(List.of(rounded(point[0]), rounded(point[1])));
        }
        return Map.of("name", name, "points", points);
    }

    /** Four digits: no screen shows more, and the page stays small. */
    private static double rounded(float value) {
        return Double.parseDouble(String.format(java.util.Locale.ROOT, "%.4g", value));
    }
}

package dev.tldr4j.evaluate.report;

import dev.tldr4j.encoder.internal.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Results that look like real ones. The figures are made up. */
final class SampleResults {
    static final List<String> CLASSES = List.of(
            "T-shirt", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot");

    private static final int FULL_DIMS = 784;
    private static final double FULL_QUALITY = 0.857;
    private static final List<Integer> DIMS = List.of(8, 16, 32, 64, 128);
    private static final List<String> STORAGES = List.of("float", "int8", "bits", "pq8");

    /** A method, how far it falls behind at 8 dimensions, the seeds it is run with, and its seconds to fit. */
    private record Made(String method, double behind, int seeds, double seconds) {}

    private static final List<Made> METHODS = List.of(
            new Made("tldr", 0.035, 3, 22),
            new Made("tldr:loss=mse", 0.06, 3, 19),
            new Made("pca", 0.085, 1, 0.6),
            new Made("pca:whitening=0.5", 0.066, 1, 0.6),
            new Made("ica", 0.095, 3, 3.5),
            new Made("lpp", 0.11, 1, 2.4),
            new Made("random", 0.27, 3, 0.002));

    private SampleResults() {}

    /** A grid of 300 cells, 12 of which failed, and maps of this many points. */
    static Map<String, Object> of(int points) {
        Random random = new Random(7);
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("format", 1);
        results.put("version", "0.1.0");
        results.put("created", "2026-11-15T10:00:00Z");
        results.put("title", "fashion-train.npy");
        results.put("task", task());
        results.put("settings", settings());
        results.put("full", Map.of("measures", measures(FULL_QUALITY), "bytesPerVector", FULL_DIMS * 4));
        results.put("cells", cells(random));
        results.put("curves", curves(random));
        addMaps(results, points, random);
        return parsed(results);
    }

    /** As the report gets them: out of a file. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> parsed(Map<String, Object> results) {
        return (Map<String, Object>) Json.parse(Json.write(results));
    }

    private static Map<String, Object> task() {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("kind", "labels");
        task.put("metric", "l2");
        task.put("main", "accuracy@20");
        task.put("measures", List.of("accuracy@20", "overlap@10"));
        task.put("files", Map.of("train", "fashion-train.npy", "test", "fashion-test.npy"));
        task.put("rows", 60_000);
        task.put("dims", FULL_DIMS);
        task.put("queries", 10_000);
        task.put("fingerprint", "1f6a0e93c2b7d458");
        return task;
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("methods", METHODS.stream().map(Made::method).toList());
        settings.put("dims", DIMS);
        settings.put("storage", STORAGES);
        settings.put("seeds", List.of(0, 1, 2));
        settings.put("threads", 2);
        settings.put("neighbors", "l2");
        return settings;
    }

    private static List<Map<String, Object>> cells(Random random) {
        List<Map<String, Object>> cells = new ArrayList<>();
        for (Made made : METHODS) {
            for (int dims : DIMS) {
                for (int seed = 0; seed < made.seeds(); seed++) {
                    double noise = made.seeds() == 1 ? 0 : random.nextGaussian() * (made.behind() * 0.04 + 0.0006);
                    double quality = FULL_QUALITY + 0.004 - made.behind() * Math.pow(8.0 / dims, 1.15) + noise;
                    for (String storage : STORAGES) {
                        Map<String, Object> cell = place(made.method(), dims, storage, seed);
                        if (made.method().equals("ica") && dims == 128) {
                            cell.put("failed", "did not converge in 200 iterations; ask for fewer dimensions");
                        } else {
                            cell.putAll(figures(quality - cost(storage, dims), storage, dims));
                            cell.put(
                                    "fitSeconds",
                                    made.seconds() * (1 + dims / 400.0) * (1 + 0.05 * random.nextDouble()));
                        }
                        cells.add(cell);
                    }
                }
            }
        }
        for (String storage : STORAGES.subList(1, STORAGES.size())) {
            Map<String, Object> cell = place("full", FULL_DIMS, storage, 0);
            cell.putAll(figures(FULL_QUALITY - cost(storage, FULL_DIMS), storage, FULL_DIMS));
            cells.add(cell);
        }
        return cells;
    }

    private static Map<String, Object> place(String method, int dims, String storage, int seed) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("method", method);
        cell.put("dims", dims);
        cell.put("storage", storage);
        cell.put("seed", seed);
        return cell;
    }

    private static Map<String, Object> figures(double quality, String storage, int dims) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("measures", measures(quality));
        figures.put(
                "bytesPerVector",
                switch (storage) {
                    case "float" -> dims * 4.0;
                    case "int8" -> (double) dims;
                    case "bits" -> dims / 8.0;
                    default -> 8.0;
                });
        figures.put("sharedBytes", storage.equals("pq8") ? 256 * dims * 4 : 0);
        return figures;
    }

    private static double cost(String storage, int dims) {
        return switch (storage) {
            case "float" -> 0;
            case "int8" -> 0.001;
            case "bits" -> 0.03 + 0.35 * Math.exp(-dims / 24.0);
            default -> 0.012 + 0.012 * Math.log(dims / 8.0);
        };
    }

    private static Map<String, Object> measures(double accuracy) {
        Map<String, Object> measures = new LinkedHashMap<>();
        measures.put("accuracy@20", accuracy);
        measures.put(
                "overlap@10", Math.max(0.01, accuracy == FULL_QUALITY ? 1 : 1 - 4 * (FULL_QUALITY + 0.01 - accuracy)));
        return measures;
    }

    private static List<Map<String, Object>> curves(Random random) {
        List<Map<String, Object>> curves = new ArrayList<>();
        for (String method : List.of("tldr", "tldr:loss=mse")) {
            for (int dims : DIMS) {
                for (int seed = 0; seed < 3; seed++) {
                    List<Integer> steps = new ArrayList<>();
                    List<Double> loss = new ArrayList<>();
                    for (int step = 1; step <= 600; step += step < 10 ? 1 : 10) {
                        steps.add(step);
                        double end = method.equals("tldr") ? 60 + dims / 4.0 : 9;
                        loss.add(end * (1 + 4 * Math.exp(-step / 60.0) + 0.03 * random.nextGaussian()));
                    }
                    curves.add(Map.of("method", method, "dims", dims, "seed", seed, "steps", steps, "loss", loss));
                }
            }
        }
        return curves;
    }

    private static void addMaps(Map<String, Object> results, int points, Random random) {
        List<String> labels = new ArrayList<>();
        List<List<Double>> pca = new ArrayList<>();
        List<List<Double>> tldr = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            int label = random.nextInt(CLASSES.size());
            labels.add(CLASSES.get(label));
            double angle = 2 * Math.PI * label / CLASSES.size();
            double stretch = random.nextGaussian();
            pca.add(List.of(
                    4 * Math.cos(angle) + 1.8 * stretch + 0.8 * random.nextGaussian(),
                    3 * Math.sin(angle) - 1.2 * stretch + 0.8 * random.nextGaussian()));
            tldr.add(List.of(
                    5 * Math.cos(angle + 0.5) * (label % 2 == 0 ? 1 : 0.6) + 0.55 * random.nextGaussian(),
                    4 * Math.sin(angle + 0.5) + 0.55 * random.nextGaussian() + 0.25 * stretch));
        }
        results.put("maps", List.of(Map.of("name", "pca", "points", pca), Map.of("name", "tldr", "points", tldr)));
        results.put("mapLabels", labels);
    }
}

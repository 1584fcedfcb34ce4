package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.ToIntFunction;

/**
 * Learns every encoder of a {@link Grid} and measures it in every form of storage. What is done is kept in a folder; the same
 * or a larger grid continues from there. An encoder that cannot be learned or stored is reported, and the rest goes on.
 */
public final class Comparison {
    /** The time of what all methods share. */
    private static final String SHARED = "shared";

    private static final String GRAPH = "graph.npy";
    private static final String WHITENED_GRAPH = "whitened-graph.npy";

    private final Task task;
    private final Grid grid;
    private final Metric neighbors;
    private final boolean normalized;
    private final int threads;
    private final ProgressListener listener;
    private List<String> maps = List.of();

    /**
     * @param neighbors what near means for the methods that learn from neighbours
     * @param normalized whether every vector is scaled to length 1 before it is stored, full ones as well
     */
    public Comparison(
            Task task, Grid grid, Metric neighbors, boolean normalized, int threads, ProgressListener listener) {
        this.task = task;
        this.grid = grid;
        this.neighbors = neighbors;
        this.normalized = normalized;
        this.threads = threads;
        this.listener = listener;
        for (int dims : grid.dims()) {
            if (dims >= task.training().dims()) {
                throw new InvalidInputException(task.training().name() + ": has "
                        + task.training().dims() + " dimensions; ask for fewer than that, not " + dims);
            }
        }
    }

    /** Draws maps by these methods, too, learned for two dimensions whatever the grid asks for. */
    public Comparison maps(List<String> methods) {
        methods.forEach(Methods::named);
        this.maps = List.copyOf(methods);
        return this;
    }

    /** Does what is not done yet, and gathers everything in the form of results.json. */
    public Map<String, Object> run(Path path) throws IOException {
        ComparisonFolder folder = ComparisonFolder.open(path, identity());
        TrainingContext material = new TrainingContext(task.training(), neighbors, threads);
        List<Grid.Fit> fits = grid.fits();
        List<Map<String, Object>> cells = new ArrayList<>();
        Grid.Fit full = new Grid.Fit(Average.FULL, task.training().dims(), 0);
        cells.add(measured(folder, full, withFloat(grid.storages()), VectorTransform.full(), "full vectors: "));
        Map<String, Object> shared = share(folder, fits, material);
        for (int i = 0; i < fits.size(); i++) {
            String title = (i + 1) + "/" + fits.size() + " " + fits.get(i) + ": ";
            cells.add(cell(folder, fits.get(i), material, title));
        }
        List<Grid.Fit> drawn = mapFits(fits);
        drawn.forEach(fit -> learnForMap(folder, fit, material));
        Map<String, Object> others = MapPoints.of(task, drawn, folder, material);
        others.put("shared", shared);
        return new ResultsJson(task, grid, settings(), cells).asMap(others);
    }

    /** What must be the same for what is in the folder to count. */
    private Map<String, Object> identity() {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("kind", task.kind());
        identity.putAll(task.describe());
        identity.put("neighbors", neighbors.toString());
        identity.put("normalized", normalized);
        identity.remove("files"); // they may have moved
        return identity;
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("methods", grid.methods());
        settings.put("dims", grid.dims());
        settings.put("storage", grid.storages());
        settings.put("seeds", grid.seeds());
        settings.put("threads", threads);
        settings.put("neighbors", neighbors.toString());
        settings.put("normalized", normalized);
        return settings;
    }

    /** Finds out once what several methods want to know, unless all of them are done; says how long that took. */
    private Map<String, Object> share(ComparisonFolder folder, List<Grid.Fit> fits, TrainingContext material)
            throws IOException {
        Map<String, Object> seconds = folder.cell(SHARED).orElseGet(LinkedHashMap::new);
        List<Grid.Fit> all = new ArrayList<>(fits);
        all.addAll(mapFits(fits));
        List<Grid.Fit> missing = all.stream()
                .filter(fit -> !Files.exists(folder.path(fit.product())))
                .toList();
        if (missing.isEmpty()) {
            return seconds;
        }
        material.listener(new LossCurve("all methods: ", listener));
        long begin = System.nanoTime();
        // each method would refuse such vectors by itself
        material.pca().requireDirections(task.training().name(), 1);
        seconds.put("pcaSeconds", secondsSince(begin));
        int rows = task.training().rows();
        int k = Math.min(most(all, Method::neighbors), rows - 1);
        int whitenedK = Math.min(most(all, Method::whitenedNeighbors), rows - 1);
        Optional<NeighborGraph> known = folder.graph(GRAPH, k, rows);
        Optional<NeighborGraph> knownWhitened = folder.graph(WHITENED_GRAPH, whitenedK, rows);
        known.ifPresent(material::graph);
        knownWhitened.ifPresent(material::whitenedGraph);
        boolean searchesWhitened = whitenedK > 0 && knownWhitened.isEmpty();
        // it takes seconds, and is not kept in the folder
        if (searchesWhitened
                || missing.stream().anyMatch(fit -> Methods.named(fit.method()).whitens())) {
            searchesWhitened &= whiten(material, seconds);
        }
        begin = System.nanoTime();
        boolean searched = false;
        if (k > 0 && known.isEmpty()) {
            material.neighbors(k).save(folder.path(GRAPH));
            searched = true;
        }
        if (searchesWhitened) {
            material.whitenedNeighbors(whitenedK).save(folder.path(WHITENED_GRAPH));
            searched = true;
        }
        if (searched) {
            seconds.put("neighborsSeconds", secondsSince(begin));
        }
        folder.saveCell(SHARED, seconds);
        return seconds;
    }

    /** False where neighbours tell nothing: each method that whitens by them is refused by itself, and the rest goes on. */
    private static boolean whiten(TrainingContext material, Map<String, Object> seconds) throws IOException {
        long begin = System.nanoTime();
        try {
            material.neighborWhitening();
        } catch (InvalidInputException e) {
            return false;
        }
        seconds.put("whiteningSeconds", secondsSince(begin));
        return true;
    }

    private static int most(List<Grid.Fit> fits, ToIntFunction<Method> asked) {
        return fits.stream()
                .mapToInt(fit -> asked.applyAsInt(Methods.named(fit.method())))
                .max()
                .orElse(0);
    }

    private Map<String, Object> cell(ComparisonFolder folder, Grid.Fit fit, TrainingContext material, String title)
            throws IOException {
        Map<String, Object> known = folder.cell(fit.fileName()).orElse(null);
        boolean kept = known != null && Files.exists(folder.path(fit.product()));
        boolean encodes = Methods.named(fit.method()).givesEncoder();
        // a kept encoder can be measured again; where there is none, the rows that are kept do not place others
        if (kept && !encodes && ((Map<?, ?>) known.get("storage")).keySet().containsAll(grid.storages())) {
            return known;
        }
        known = kept ? known : cell(fit);
        try {
            VectorTransform preparation = encodes && kept ? null : learned(folder, fit, material, title, known);
            if (encodes) {
                Path file = folder.path(fit.product());
                preparation = VectorTransform.encodedBy(Encoder.load(file), file.toString());
            }
            return measured(folder, fit, grid.storages(), preparation, title);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            known.put("failed", reason(e));
            listener.note(fit + " failed: " + reason(e));
            return known;
        }
    }

    /** Learns a reduction and keeps what can be kept. */
    private VectorTransform learned(
            ComparisonFolder folder, Grid.Fit fit, TrainingContext material, String title, Map<String, Object> cell)
            throws IOException {
        LossCurve curve = new LossCurve(title, listener);
        material.listener(curve);
        Method method = Methods.named(fit.method());
        Path file = folder.path(fit.product());
        VectorTransform preparation;
        long begin = System.nanoTime();
        if (method.givesEncoder()) {
            Encoder encoder = method.fit(material, fit.dims(), fit.seed());
            cell.put("fitSeconds", secondsSince(begin));
            encoder.save(file);
            cell.put("encoder", fit.product());
            preparation = VectorTransform.encodedBy(encoder, file.toString());
        } else {
            Reduction reduction = method.reduce(material, fit.dims(), fit.seed());
            cell.put("fitSeconds", secondsSince(begin));
            try (Vectors reduced = reduction.apply(material.vectors(), threads, curve)) {
                write(reduced, file);
            }
            cell.put("reduced", fit.product());
            preparation = VectorTransform.reducedBy(reduction);
        }
        cell.put("notes", curve.notes());
        cell.put("curve", curve.points());
        folder.saveCell(fit.fileName(), cell);
        return preparation;
    }

    private static void write(Vectors vectors, Path file) throws IOException {
        FloatBuffer rows = FloatBuffer.allocate(vectors.rows() * vectors.dims());
        vectors.read(0, vectors.rows(), rows);
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, vectors.dims())) {
            writer.write(rows.rewind());
            writer.finish();
        }
    }

    /** What there are maps of: those asked for, and what the grid has in two dimensions. */
    private List<Grid.Fit> mapFits(List<Grid.Fit> fits) {
        List<Grid.Fit> drawn = new ArrayList<>();
        maps.forEach(method -> drawn.add(grid.map(method)));
        grid.methods().stream()
                .map(grid::map)
                .filter(fit -> fits.contains(fit) && !drawn.contains(fit))
                .forEach(drawn::add);
        return drawn;
    }

    /** A map is no cell: only what it shows is kept. */
    private void learnForMap(ComparisonFolder folder, Grid.Fit fit, TrainingContext material) {
        if (Files.exists(folder.path(fit.product()))) {
            return;
        }
        try {
            learned(folder, fit, material, "map by " + fit.method() + ": ", cell(fit));
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            listener.note("the map by " + fit.method() + " failed: " + reason(e));
        }
    }

    /** Full vectors are measured as floats, too, asked or not: everything is compared with that. */
    private static List<String> withFloat(List<String> storages) {
        List<String> all = new ArrayList<>(List.of(Storages.FLOAT));
        storages.stream().filter(storage -> !storage.equals(Storages.FLOAT)).forEach(all::add);
        return all;
    }

    private static Map<String, Object> cell(Grid.Fit fit) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("method", fit.method());
        cell.put("dims", fit.dims());
        cell.put("seed", fit.seed());
        cell.put("storage", new LinkedHashMap<String, Object>());
        return cell;
    }

    /** Measures in every form of storage in which this encoder was not measured yet. */
    private Map<String, Object> measured(
            ComparisonFolder folder, Grid.Fit fit, List<String> wanted, VectorTransform preparation, String title)
            throws IOException {
        Map<String, Object> cell = folder.cell(fit.fileName()).orElseGet(() -> cell(fit));
        @SuppressWarnings("unchecked") // as it was written
        Map<String, Object> storages = new LinkedHashMap<>((Map<String, Object>) cell.get("storage"));
        cell.put("storage", storages);
        List<String> missing = wanted.stream()
                .filter(storage -> !storages.containsKey(storage))
                .toList();
        Map<String, Object> failures = new LinkedHashMap<>();
        if (!missing.isEmpty()) {
            long begin = System.nanoTime();
            LossCurve told = new LossCurve(title, listener);
            try (Task.Prepared prepared = task.prepare(normalized ? preparation.normalized() : preparation, told)) {
                cell.put("encodeSeconds", secondsSince(begin));
                cell.put("encodedRows", task.encodedRows());
                for (String storage : missing) {
                    try {
                        storages.put(storage, measure(prepared, storage, fit.seed(), told));
                        folder.saveCell(fit.fileName(), cell);
                    } catch (CancellationException e) {
                        throw e;
                    } catch (RuntimeException | OutOfMemoryError e) {
                        failures.put(storage, Map.of("failed", reason(e)));
                        listener.note(fit + ", stored as " + storage + ", failed: " + reason(e));
                    }
                }
            }
        }
        storages.putAll(failures);
        return cell;
    }

    private static Map<String, Object> measure(
            Task.Prepared prepared, String storage, long seed, ProgressListener listener) {
        long begin = System.nanoTime();
        Task.Measured measured = prepared.measure(Storages.named(storage), seed, listener);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("measures", measured.measures());
        result.put("bytesPerVector", measured.bytesPerVector());
        result.put("sharedBytes", measured.sharedBytes());
        result.put("seconds", secondsSince(begin));
        return result;
    }

    private static String reason(Throwable e) {
        if (e instanceof OutOfMemoryError) {
            return "ran out of memory; give more with -Xmx, or ask for less at once";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}

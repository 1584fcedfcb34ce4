package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileState;
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
     * @param neighbors the metric of the methods that learn from neighbours
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
        try (ComparisonFolder folder = ComparisonFolder.open(path, identity())) {
            return run(folder);
        }
    }

    private Map<String, Object> run(ComparisonFolder folder) throws IOException {
        TrainingContext material = new TrainingContext(task.training(), neighbors, threads);
        material.sizes(grid.dims());
        List<Grid.Fit> fits = grid.fits();
        List<Cell> cells = new ArrayList<>();
        Grid.Fit full = new Grid.Fit(Average.FULL, task.training().dims(), 0);
        cells.add(measured(
                folder, folder.cell(full), withFloat(grid.storagesOfFull()), VectorTransform.full(), "full vectors: "));
        Map<String, Object> shared = share(folder, fits, material);
        for (int i = 0; i < fits.size(); i++) {
            String title = (i + 1) + "/" + fits.size() + " " + fits.get(i) + ": ";
            cells.add(cell(folder, fits.get(i), material, title));
        }
        List<Grid.Fit> drawn = mapFits(fits);
        for (Grid.Fit fit : drawn) {
            learnForMap(folder, fit, material);
        }
        Map<String, Object> others = MapPoints.of(task, drawn, maps, folder, material);
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
        Map<String, Object> seconds = folder.shared();
        List<Grid.Fit> all = new ArrayList<>(fits);
        all.addAll(mapFits(fits));
        List<Grid.Fit> missing = new ArrayList<>();
        for (Grid.Fit fit : all) {
            if (!FileState.exists(folder.path(fit.product()))) {
                missing.add(fit);
            }
        }
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
        folder.saveShared(seconds);
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

    private Cell cell(ComparisonFolder folder, Grid.Fit fit, TrainingContext material, String title)
            throws IOException {
        Path file = folder.path(fit.product());
        boolean kept = FileState.exists(file);
        Cell known = kept ? folder.cell(fit) : Cell.of(fit);
        kept &= known.learned() != null;
        boolean encodes = Methods.named(fit.method()).givesEncoder();
        // a kept encoder can be measured again; where there is none, the rows that are kept do not place others
        if (kept && !encodes && known.storages().keySet().containsAll(grid.storages(fit))) {
            return known;
        }
        try {
            if (kept && encodes) {
                return measured(folder, known, grid.storages(fit), encodedBy(Encoder.load(file), file), title);
            }
            Fitted fitted = learned(folder, known, material, title);
            return measured(folder, fitted.cell, grid.storages(fit), fitted.preparation, title);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            listener.note(fit + " failed: " + reason(e));
            return known.failedBecause(reason(e));
        }
    }

    private static VectorTransform encodedBy(Encoder encoder, Path file) {
        return VectorTransform.encodedBy(encoder, file.toString());
    }

    private record Fitted(Cell cell, VectorTransform preparation) {}

    /** Learns a reduction and keeps what can be kept. */
    private Fitted learned(ComparisonFolder folder, Cell known, TrainingContext material, String title)
            throws IOException {
        Grid.Fit fit = known.fit();
        LossCurve curve = new LossCurve(title, listener);
        material.listener(curve);
        Method method = Methods.named(fit.method());
        Path file = folder.path(fit.product());
        VectorTransform preparation;
        double seconds;
        long begin = System.nanoTime();
        if (method.givesEncoder()) {
            Encoder encoder = method.fit(material, fit.dims(), fit.seed());
            seconds = secondsSince(begin);
            encoder.save(file);
            preparation = encodedBy(encoder, file);
        } else {
            Reduction reduction = method.reduce(material, fit.dims(), fit.seed());
            seconds = secondsSince(begin);
            try (Vectors reduced = reduction.apply(material.vectors(), threads, curve)) {
                write(reduced, file);
            }
            preparation = VectorTransform.reducedBy(reduction);
        }
        String kind = method.givesEncoder() ? "encoder" : "reduced";
        Cell cell = known.learnedAs(new Cell.Learned(seconds, kind, fit.product(), curve.notes(), curve.points()));
        folder.save(cell);
        return new Fitted(cell, preparation);
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
    private void learnForMap(ComparisonFolder folder, Grid.Fit fit, TrainingContext material) throws IOException {
        if (FileState.exists(folder.path(fit.product()))) {
            return;
        }
        try {
            learned(folder, Cell.of(fit), material, "map by " + fit.method() + ": ");
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

    /** Measures in every form of storage in which this encoder was not measured yet. */
    private Cell measured(
            ComparisonFolder folder, Cell known, List<String> wanted, VectorTransform preparation, String title)
            throws IOException {
        List<String> missing = wanted.stream()
                .filter(storage -> !known.storages().containsKey(storage))
                .toList();
        if (missing.isEmpty()) {
            return known;
        }
        LossCurve told = new LossCurve(title, listener);
        Map<String, String> failures = new LinkedHashMap<>();
        Cell cell = known;
        try (Task.Prepared prepared = task.prepare(normalized ? preparation.normalized() : preparation, told)) {
            for (String storage : missing) {
                Map<String, Object> measures;
                try {
                    measures = measure(prepared, storage, known.fit().seed(), told);
                } catch (CancellationException e) {
                    throw e;
                } catch (RuntimeException | OutOfMemoryError e) {
                    if (known.fit().method().equals(Average.FULL) && storage.equals(Storages.FLOAT)) {
                        throw e; // everything is compared with that
                    }
                    failures.put(storage, reason(e));
                    listener.note(known.fit() + ", stored as " + storage + ", failed: " + reason(e));
                    continue;
                }
                cell = cell.stored(storage, measures);
                folder.save(cell);
            }
        }
        // these are not kept, and tried again
        for (Map.Entry<String, String> failure : failures.entrySet()) {
            cell = cell.stored(failure.getKey(), Map.of("failed", failure.getValue()));
        }
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

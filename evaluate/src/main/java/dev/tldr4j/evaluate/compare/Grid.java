package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.learn.bits.ByteBudget;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What to compare: reductions to be learned, each with the forms of storage to measure it in. */
public final class Grid {
    private final List<String> methods;
    private final List<Long> seeds;
    private final List<String> ofFull;
    private final Map<Fit, Set<String>> planned = new LinkedHashMap<>();

    /**
     * Every method with every number of dimensions, every seed and every form of storage. Small ones come first: of a long
     * comparison something is soon to be seen.
     *
     * @param methods their names, with settings; see {@link Methods#named}
     * @param storages their names; see {@link Storages#named}
     */
    public Grid(List<String> methods, List<Integer> dims, List<String> storages, List<Long> seeds) {
        this(methods, storages, seeds);
        requireSome("number of dimensions", dims);
        for (int each : dims) {
            if (each < 1) {
                throw new InvalidInputException("vectors of " + each + " dimensions cannot be; ask for at least 1");
            }
            methods.forEach(method -> storages.forEach(storage -> plan(method, each, storage)));
        }
    }

    private Grid(List<String> methods, List<String> ofFull, List<Long> seeds) {
        requireSome("method", methods);
        requireSome("storage", ofFull);
        requireSome("seed", seeds);
        methods.forEach(Methods::named);
        ofFull.forEach(Storages::named);
        this.methods = List.copyOf(methods);
        this.ofFull = List.copyOf(ofFull);
        this.seeds = List.copyOf(seeds);
    }

    /**
     * Every method in every way to spend these numbers of bytes on a vector: in 1, 2, 4 and 8 bits a number, for which outputs are
     * turned where the method can, and by product quantization; and full vectors in as many.
     */
    public static Grid ofBytes(List<String> methods, List<Integer> bytes, int fullDims, List<Long> seeds) {
        requireSome("number of bytes", bytes);
        Set<String> ofFull = new LinkedHashSet<>();
        for (int each : bytes) {
            ByteBudget.bitsOfFull(each, fullDims).stream()
                    .limit(1)
                    .map(Storages::scalar)
                    .forEach(ofFull::add);
            if (each <= fullDims) {
                ofFull.add("pq" + each);
                ofFull.add("opq" + each);
            }
        }
        Grid grid = new Grid(methods, ofFull.isEmpty() ? List.of(Storages.FLOAT) : List.copyOf(ofFull), seeds);
        for (int each : bytes) {
            List<ByteBudget.Way> ways = ByteBudget.ways(each, fullDims);
            for (String method : methods) {
                ways.forEach(
                        way -> grid.plan(Methods.turned(method, way.bits()), way.dims(), Storages.scalar(way.bits())));
                // as many numbers as with one bit each, as long as that reduces
                int dims = Math.min(Byte.SIZE * each, fullDims / 2);
                if (dims >= each) {
                    grid.plan(method, dims, "opq" + each);
                }
            }
        }
        return grid;
    }

    /** Where seeds do not matter, once. */
    private void plan(String method, int dims, String storage) {
        for (long seed : Methods.named(method).isRandom() ? seeds : seeds.subList(0, 1)) {
            planned.computeIfAbsent(new Fit(method, dims, seed), fit -> new LinkedHashSet<>())
                    .add(storage);
        }
    }

    List<String> methods() {
        return methods;
    }

    List<Long> seeds() {
        return seeds;
    }

    /** All numbers of dimensions, in the order of the fits. */
    List<Integer> dims() {
        return planned.keySet().stream().map(Fit::dims).distinct().toList();
    }

    /** All reductions to be learned. */
    List<Fit> fits() {
        return List.copyOf(planned.keySet());
    }

    /** The forms of storage to measure one in. */
    List<String> storages(Fit fit) {
        return List.copyOf(planned.get(fit));
    }

    /** The forms of storage to measure full vectors in. */
    List<String> storagesOfFull() {
        return ofFull;
    }

    /** All of them. */
    List<String> storages() {
        Set<String> all = new LinkedHashSet<>(ofFull);
        planned.values().forEach(all::addAll);
        return List.copyOf(all);
    }

    private static void requireSome(String what, List<?> given) {
        if (given.isEmpty()) {
            throw new InvalidInputException("there is nothing to compare: name at least one " + what);
        }
        var seen = new HashSet<Object>();
        for (Object each : given) {
            if (!seen.add(each)) {
                throw new InvalidInputException("the " + what + " " + each + " is named twice");
            }
        }
    }

    /** An encoder, or another reduction, to be learned. */
    record Fit(String method, int dims, long seed) {
        /** The file in which what is learned is kept, relative to the folder. */
        String product() {
            return Methods.named(method).givesEncoder()
                    ? ComparisonFolder.encoder(fileName())
                    : ComparisonFolder.reduced(fileName());
        }

        /** A name for files that is as good as unique, and for people. */
        String fileName() {
            return method.replaceAll("[^A-Za-z0-9.=-]+", "_") + "-" + dims + "-" + seed;
        }

        @Override
        public String toString() {
            return method + ", " + dims + " dimensions" + (seed == 0 ? "" : ", seed " + seed);
        }
    }

    /** The reduction to two dimensions that a method's map shows. */
    Fit map(String method) {
        return new Fit(method, 2, seeds.get(0));
    }
}

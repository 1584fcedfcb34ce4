package dev.tldr4j.evaluate.compare;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.storage.Storages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What to compare: every method with every number of dimensions, every seed and every form of storage.
 *
 * @param methods their names, with settings; see {@link Methods#named}
 * @param storages their names; see {@link Storages#named}
 */
public record Grid(List<String> methods, List<Integer> dims, List<String> storages, List<Long> seeds) {

    /** Refuses what there is not, what makes no sense, and what is named twice. */
    public Grid {
        requireSome("method", methods);
        requireSome("number of dimensions", dims);
        requireSome("storage", storages);
        requireSome("seed", seeds);
        methods.forEach(Methods::named);
        storages.forEach(Storages::named);
        for (int each : dims) {
            if (each < 1) {
                throw new InvalidInputException("vectors of " + each + " dimensions cannot be; ask for at least 1");
            }
        }
        methods = List.copyOf(methods);
        dims = List.copyOf(dims);
        storages = List.copyOf(storages);
        seeds = List.copyOf(seeds);
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

    /** All encoders, small ones first: of a long comparison something is soon to be seen. Where seeds do not matter, one. */
    List<Fit> fits() {
        List<Fit> fits = new ArrayList<>();
        for (int each : dims) {
            for (String name : methods) {
                Method method = Methods.named(name);
                for (long seed : method.isRandom() ? seeds : seeds.subList(0, 1)) {
                    fits.add(new Fit(name, each, seed));
                }
            }
        }
        return fits;
    }

    /** The reduction to two dimensions that a method's map shows. */
    Fit map(String method) {
        return new Fit(method, 2, seeds.get(0));
    }
}

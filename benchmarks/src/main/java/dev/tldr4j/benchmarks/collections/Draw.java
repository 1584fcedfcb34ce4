package dev.tldr4j.benchmarks.collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A random choice that is the same in every run. */
final class Draw {
    private static final long SEED = 1;

    private Draw() {}

    /** At most so many of the items, in their order. */
    static <T> List<T> from(List<T> items, int most) {
        List<Integer> indices =
                new ArrayList<>(IntStream.range(0, items.size()).boxed().toList());
        Collections.shuffle(indices, new Random(SEED));
        return indices.stream().limit(most).sorted().map(items::get).toList();
    }
}

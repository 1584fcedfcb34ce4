package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Optional;

/**
 * Where the default recipe looks for neighbours: in all principal components, large ones brought nearer to the others, by the
 * angle between rows. In the vectors as they are, large directions drown what the others say, and neighbours tell little beyond
 * what PCA knows. docs/explanation/recipe.md has the measurements.
 */
public final class EvenedSpace {
    /** What is added to each direction's variance before it is divided by its root, in mean variances. */
    private static final double DAMPING = 3;

    /** Of fewer, an angle leaves out too much: of one, all but the sign. */
    private static final int FEWEST_DIRECTIONS = 10;

    private EvenedSpace() {}

    /**
     * The encoder into it, whose outputs have length 1; or nothing where rows stand in clear groups, which the large directions
     * tell apart, or have few directions: there neighbours are looked for in the vectors as they are.
     *
     * @param pca of these vectors
     */
    public static Optional<Encoder> of(Vectors vectors, Pca pca, int threads) {
        return of(pca, ClearGroups.of(vectors, pca, threads));
    }

    /** @param groups how clearly rows stand in groups, from 0 to 1 */
    static Optional<Encoder> of(Pca pca, double groups) {
        return ClearGroups.areClear(groups) || pca.rank() < FEWEST_DIRECTIONS
                ? Optional.empty()
                : Optional.of(pca.encoder(pca.rank(), 1, DAMPING).normalized());
    }

    /**
     * Finds those neighbours that a fit by the default recipe would find by itself.
     *
     * @param pca of these vectors
     * @param search how; its metric counts where the vectors stay as they are
     */
    public static NeighborSearch.Found neighbors(
            Vectors vectors, Pca pca, int k, NeighborSearch search, ProgressListener listener) throws IOException {
        Optional<Encoder> space = of(vectors, pca, search.threads());
        return search(space, vectors, search.metric(), search.threads(), listener, (rows, metric) -> search.by(metric)
                .graph(rows, k, listener));
    }

    /** A search for neighbours, whatever the rows and the metric. */
    @FunctionalInterface
    public interface Search {
        NeighborSearch.Found in(Vectors rows, Metric metric) throws IOException;
    }

    /**
     * Searches there, or in the vectors as they are.
     *
     * @param space what {@link #of} gave
     * @param metric that of the vectors as they are; there all rows have length 1, and Euclidean distance is that of angles
     */
    public static NeighborSearch.Found search(
            Optional<Encoder> space,
            Vectors vectors,
            Metric metric,
            int threads,
            ProgressListener listener,
            Search search)
            throws IOException {
        if (space.isEmpty()) {
            return search.in(vectors, metric);
        }
        try (Vectors there = new BatchEncoder(space.get(), threads).encode(vectors, listener)) {
            return search.in(there, Metric.L2);
        }
    }
}

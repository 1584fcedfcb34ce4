package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.Embedding;
import dev.tldr4j.baselines.manifold.ManifoldMethod;
import dev.tldr4j.baselines.manifold.NeighborMatrix;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/**
 * Isomap (Tenenbaum, de Silva and Langford, 2000) with landmarks (de Silva and Tenenbaum, 2002): distances are measured along
 * paths from neighbour to neighbour, from some rows, the landmarks, to all others. Landmarks are placed so that their
 * distances are kept as well as can be, all other rows, new ones as well, by their distances to the landmarks.
 */
public final class IsomapMethod extends ManifoldMethod {
    private final int landmarks;

    public IsomapMethod(MethodSettings settings) {
        super("isomap", settings, settings.count("neighbors", 15));
        this.landmarks = settings.count("landmarks", 1000);
        Requirements.require(landmarks >= 3, "isomap: landmarks must be at least 3, not " + landmarks);
    }

    @Override
    protected void requireDims(int dims) {
        Requirements.require(
                dims < landmarks,
                "isomap: " + landmarks + " landmarks have fewer than " + dims + " dimensions between them");
    }

    @Override
    protected MemoryNeed need(int k, int dims) {
        return new MemoryNeed(44L * k + 4L * landmarks + 8L * dims, 0);
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        NeighborMatrix graph = Bridges.join(material, NeighborMatrix.symmetric(near, near.distances(), Math::max));
        int rows = near.rows();
        int[] chosen = RandomRows.draw(rows, Math.min(landmarks, rows), seed);
        float[][] paths = new float[chosen.length][];
        ProgressCounter done = new ProgressCounter("paths", chosen.length, material.listener());
        try (Workers workers = new Workers(material.threads())) {
            workers.run(chosen.length, () -> new Search(new ShortestPaths(graph)), (i, search) -> {
                paths[i] = search.paths.from(chosen[i]);
                done.oneMore();
            });
        }
        Triangulation triangulation = Triangulation.of(paths, chosen, dims, material.threads());
        float[] points = triangulation.place(rows, (landmark, row) -> paths[landmark][row], material.threads());
        return new Embedding() {
            @Override
            public float[] points() {
                return points;
            }

            @Override
            public float[] place(NewRows others) {
                Neighborhoods around = others.near();
                return triangulation.place(
                        around.rows(), (landmark, row) -> shortest(paths[landmark], around, row), others.threads());
            }
        };
    }

    private record Search(ShortestPaths paths) implements Workers.Workspace {
        @Override
        public void close() {}
    }

    /** The path of a new row goes through one of its neighbours. */
    private static float shortest(float[] paths, Neighborhoods near, int row) {
        float shortest = Float.POSITIVE_INFINITY;
        for (int j = row * near.k(); j < (row + 1) * near.k(); j++) {
            shortest = Math.min(shortest, near.distances()[j] + paths[near.neighbors()[j]]);
        }
        return shortest;
    }

    /** Gives the distance of a row from a landmark. */
    @FunctionalInterface
    private interface Distances {
        float of(int landmark, int row);
    }

    /**
     * Places rows by their distances to landmarks.
     *
     * @param directions one a row, eigenvectors of the landmarks' centred squared distances divided by √λ
     * @param means the mean squared distance of every landmark to all of them
     */
    private record Triangulation(double[][] directions, double[] means) {
        private static final int RANGE = 64;

        static Triangulation of(float[][] paths, int[] chosen, int dims, int threads) {
            int n = chosen.length;
            double[] means = new double[n];
            double[] centred = new double[Math.multiplyExact(n, n)];
            double mean = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double length = (paths[i][chosen[j]] + (double) paths[j][chosen[i]]) / 2; // equal but for rounding
                    centred[i * n + j] = length * length;
                    means[i] += length * length / n;
                }
                mean += means[i] / n;
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    centred[i * n + j] = -(centred[i * n + j] - means[i] - means[j] + mean) / 2;
                }
            }
            double[] values = OpenBlas.eigen(centred, n, threads);
            double[][] directions = new double[dims][];
            for (int i = 0; i < dims; i++) {
                int at = n - 1 - i; // LAPACK gives the largest last
                Requirements.require(
                        values[at] > 1e-9 * values[n - 1],
                        "isomap: the paths between landmarks span only " + i
                                + " dimensions; ask for at most that many");
                directions[i] = Arrays.copyOfRange(centred, at * n, (at + 1) * n);
                double largest = 0;
                for (double value : directions[i]) {
                    largest = Math.abs(value) > Math.abs(largest) ? value : largest;
                }
                double divisor = Math.copySign(Math.sqrt(values[at]), largest);
                for (int j = 0; j < n; j++) {
                    directions[i][j] /= divisor;
                }
            }
            return new Triangulation(directions, means);
        }

        float[] place(int rows, Distances distances, int threads) {
            int dims = directions.length;
            float[] points = new float[Math.multiplyExact(rows, dims)];
            try (Workers workers = new Workers(threads)) {
                workers.runRanges(rows, RANGE, (from, to) -> {
                    double[] sums = new double[(to - from) * dims];
                    for (int landmark = 0; landmark < means.length; landmark++) {
                        for (int i = from; i < to; i++) {
                            double length = distances.of(landmark, i);
                            double part = (means[landmark] - length * length) / 2;
                            for (int c = 0; c < dims; c++) {
                                sums[(i - from) * dims + c] += directions[c][landmark] * part;
                            }
                        }
                    }
                    for (int i = 0; i < sums.length; i++) {
                        points[from * dims + i] = (float) sums[i];
                    }
                });
            }
            return points;
        }
    }

    @Override
    public boolean isRandom() {
        return true; // in its landmarks
    }
}

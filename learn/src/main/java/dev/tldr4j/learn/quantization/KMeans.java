package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/**
 * k-means (Lloyd) in all subspaces at once. The rows belong to the caller, who may turn them between two iterations. The
 * result does not depend on the number of threads.
 */
final class KMeans {
    private final NativeMatrix rows;
    private final Workers workers;
    /** The nearest centroid of every row, subspace after subspace. */
    private final byte[][] codes;

    private Codebook codebook;

    KMeans(NativeMatrix rows, Codebook start, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.codes = new byte[start.subspaces().count()][rows.rows()];
        this.codebook = start;
    }

    /** The present centroids: to be closed by the caller after the last iteration. */
    Codebook codebook() {
        return codebook;
    }

    /** Finds every row's nearest centroids, then moves every centroid to the mean of its rows. */
    void iterate() {
        Codebook before = codebook;
        Subspaces subspaces = before.subspaces();
        int blocks = (rows.rows() + NearestCentroids.BLOCK - 1) / NearestCentroids.BLOCK;
        workers.run(blocks, () -> new NearestCentroids(before), (block, nearest) -> {
            int from = block * NearestCentroids.BLOCK;
            int count = Math.min(NearestCentroids.BLOCK, rows.rows() - from);
            NativeMatrix part = rows.rows(from, count);
            for (int s = 0; s < subspaces.count(); s++) {
                nearest.find(part, s, codes[s], from, 1);
            }
        });
        float[] values = before.values().clone();
        workers.run(subspaces.count(), s -> {
            int width = subspaces.width(s);
            float[] centroids = part(values, s);
            int[] counts = means(s, centroids);
            if (Arrays.stream(counts).anyMatch(count -> count == 0)) {
                fillEmptyCells(s, centroids, counts);
            }
            for (int c = 0; c < before.centroids(); c++) {
                int at = c * subspaces.dims() + subspaces.first(s);
                System.arraycopy(centroids, c * width, values, at, width);
            }
        });
        codebook = new Codebook(subspaces, values);
        before.close();
    }

    /** Puts the rows as their present centroids have them into the first rows of a matrix. */
    void decode(int from, int count, NativeMatrix into) {
        Subspaces subspaces = codebook.subspaces();
        workers.runRanges(count, NearestCentroids.BLOCK, (first, end) -> {
            byte[] code = new byte[subspaces.count()];
            float[] row = new float[subspaces.dims()];
            for (int i = first; i < end; i++) {
                for (int s = 0; s < code.length; s++) {
                    code[s] = codes[s][from + i];
                }
                codebook.decode(code, 0, row);
                into.put(i, 0, row, 0, row.length);
            }
        });
    }

    /** One subspace's centroids. */
    private float[] part(float[] values, int subspace) {
        Subspaces subspaces = codebook.subspaces();
        int width = subspaces.width(subspace);
        float[] part = new float[codebook.centroids() * width];
        for (int c = 0; c < codebook.centroids(); c++) {
            System.arraycopy(values, c * subspaces.dims() + subspaces.first(subspace), part, c * width, width);
        }
        return part;
    }

    /** Moves the centroids that have rows; returns how many each has. */
    private int[] means(int subspace, float[] centroids) {
        int first = codebook.subspaces().first(subspace);
        int width = codebook.subspaces().width(subspace);
        double[] sums = new double[centroids.length];
        int[] counts = new int[codebook.centroids()];
        float[] row = new float[width];
        for (int i = 0; i < rows.rows(); i++) {
            rows.get(i, first, row, 0, width);
            int cell = codes[subspace][i] & 0xff;
            counts[cell]++;
            for (int j = 0; j < width; j++) {
                sums[cell * width + j] += row[j];
            }
        }
        for (int at = 0; at < sums.length; at++) {
            if (counts[at / width] > 0) {
                centroids[at] = (float) (sums[at] / counts[at / width]);
            }
        }
        return counts;
    }

    /**
     * Gives every centroid without rows the farthest row of a cell, of the one with the largest error first. Where no
     * cell with an error is left it stays where it is: there are more centroids than different rows.
     */
    private void fillEmptyCells(int subspace, float[] centroids, int[] counts) {
        int first = codebook.subspaces().first(subspace);
        int width = codebook.subspaces().width(subspace);
        double[] errors = new double[counts.length];
        double[] farthest = new double[counts.length];
        int[] farthestRow = new int[counts.length];
        float[] row = new float[width];
        for (int i = 0; i < rows.rows(); i++) {
            rows.get(i, first, row, 0, width);
            int cell = codes[subspace][i] & 0xff;
            double error = 0;
            for (int j = 0; j < width; j++) {
                double difference = row[j] - centroids[cell * width + j];
                error += difference * difference;
            }
            errors[cell] += error;
            if (error > farthest[cell]) {
                farthest[cell] = error;
                farthestRow[cell] = i;
            }
        }
        for (int empty = 0; empty < counts.length; empty++) {
            if (counts[empty] == 0) {
                int worst = 0;
                for (int c = 1; c < errors.length; c++) {
                    worst = errors[c] > errors[worst] ? c : worst;
                }
                if (errors[worst] > 0) {
                    rows.get(farthestRow[worst], first, centroids, empty * width, width);
                    errors[worst] = 0;
                }
            }
        }
    }
}

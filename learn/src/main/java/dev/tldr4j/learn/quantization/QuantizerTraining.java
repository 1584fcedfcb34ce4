package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/** Learns a quantizer from a sample of rows, which is held in memory. */
final class QuantizerTraining {
    /** 256 for every centroid. */
    private static final int MOST_ROWS = 65_536;

    /** A gibibyte of floats, and fewer rows where they are wider. */
    private static final int MOST_NUMBERS = 1 << 28;

    /** Of k-means, with the axes as they are. */
    private static final int ITERATIONS = 20;

    /** Rotations of an optimized quantizer, with an iteration of k-means after each; the first few gain most. */
    private static final int ROUNDS = 10;

    private final Subspaces subspaces;
    private final Workers workers;
    private final long seed;
    private final ProgressCounter done;

    private QuantizerTraining(Subspaces subspaces, Workers workers, long seed, ProgressCounter done) {
        this.subspaces = subspaces;
        this.workers = workers;
        this.seed = seed;
        this.done = done;
    }

    static ProductQuantizer run(
            Vectors vectors, int bytes, boolean optimized, int threads, long seed, ProgressListener listener) {
        int dims = vectors.dims();
        Vectors sample = sample(vectors, seed);
        boolean turned = optimized && bytes > 1; // a rotation changes nothing within a subspace
        ProgressCounter done = new ProgressCounter("quantizer", ITERATIONS + (turned ? ROUNDS : 0), listener);
        try (Workers workers = new Workers(threads);
                NativeMatrix rows = new NativeMatrix(sample.rows(), dims)) {
            Coordinates centred = new Coordinates(centre(sample, workers, listener), null);
            workers.runRanges(rows.rows(), NearestCentroids.BLOCK, (from, to) -> {
                centred.readCentred(sample, from, to - from, rows.rows(from, to - from));
            });
            QuantizerTraining training = new QuantizerTraining(new Subspaces(dims, bytes), workers, seed, done);
            return turned
                    ? training.optimized(rows, centred.centre())
                    : new ProductQuantizer(centred, training.plain(rows));
        }
    }

    private static Vectors sample(Vectors vectors, long seed) {
        int most = Math.max(1, Math.min(MOST_ROWS, MOST_NUMBERS / vectors.dims()));
        return vectors.rows() <= most ? vectors : vectors.select(RandomRows.draw(vectors.rows(), most, seed));
    }

    private static float[] centre(Vectors sample, Workers workers, ProgressListener listener) {
        double[] mean = ColumnMeans.of(sample, workers, listener);
        float[] centre = new float[mean.length];
        for (int j = 0; j < mean.length; j++) {
            centre[j] = (float) mean[j];
        }
        return centre;
    }

    private KMeans start(NativeMatrix rows) {
        int centroids = Math.min(Codebook.MOST_CENTROIDS, rows.rows());
        return new KMeans(rows, KMeansStart.of(rows, subspaces, centroids, seed, workers), workers);
    }

    private Codebook plain(NativeMatrix rows) {
        KMeans kMeans = start(rows);
        iterate(kMeans, ITERATIONS);
        return kMeans.codebook();
    }

    /** Half of the iterations before the rounds, so that these begin with sensible codes, and half after them. */
    private ProductQuantizer optimized(NativeMatrix rows, float[] centre) {
        NativeMatrix rotation = RotationFit.ofPrincipalAxes(rows, subspaces, workers);
        try (NativeMatrix turned = new NativeMatrix(rows.rows(), rows.cols())) {
            turn(rows, rotation, turned);
            KMeans kMeans = start(turned);
            iterate(kMeans, ITERATIONS / 2);
            for (int round = 0; round < ROUNDS; round++) {
                rotation.close();
                rotation = RotationFit.towards(kMeans, rows, workers);
                turn(rows, rotation, turned);
                iterate(kMeans, 1);
            }
            iterate(kMeans, ITERATIONS - ITERATIONS / 2);
            return new ProductQuantizer(new Coordinates(centre, rotation), kMeans.codebook());
        }
    }

    private void turn(NativeMatrix rows, NativeMatrix rotation, NativeMatrix turned) {
        OpenBlas.multiply(workers, 1, rows, false, rotation, true, 0, turned);
    }

    private void iterate(KMeans kMeans, int times) {
        for (int i = 0; i < times; i++) {
            kMeans.iterate();
            done.oneMore();
        }
    }
}

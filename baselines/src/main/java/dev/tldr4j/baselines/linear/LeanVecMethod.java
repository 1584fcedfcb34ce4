package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.pca.Pca;
import java.util.Map;
import java.util.TreeMap;

/**
 * The projection of LeanVec-ID (Tepper et al., "LeanVec: Searching Vectors Faster by Making Them Fit", 2023), for queries that are
 * distributed as the vectors are: the orthonormal one that keeps inner products best, of the largest eigenvectors of the second
 * moments, with the mean in them.
 */
public final class LeanVecMethod implements Method {
    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Requirements.dims(material.vectors(), dims);
        Pca pca = material.pca();
        pca.requireDirections(material.vectors().name(), dims);
        int rank = pca.rank();
        double[] mean = pca.mean();
        double[] components = doubles(pca.scaledComponents(rank, 0));
        // in the principal directions, second moments are the variances and the square of the mean
        double[] meanThere = OpenBlas.product(components, mean, rank, mean.length, 1);
        double[] moments = new double[rank * rank];
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < rank; j++) {
                moments[i * rank + j] = meanThere[i] * meanThere[j];
            }
            moments[i * rank + i] += pca.variances()[i];
        }
        OpenBlas.eigen(moments, rank, material.threads());
        double[] largest = new double[dims * rank];
        for (int i = 0; i < dims; i++) {
            System.arraycopy(moments, (rank - 1 - i) * rank, largest, i * rank, rank);
        }
        double[] weight = OpenBlas.product(largest, components, dims, rank, mean.length);
        float[] narrow = new float[weight.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) weight[i];
        }
        Map<String, String> metadata = new TreeMap<>(pca.encoder(1, 0).metadata());
        metadata.remove("whitening");
        metadata.put("method", "leanvec");
        return Encoder.affine(narrow, new float[dims], metadata);
    }

    private static double[] doubles(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.Affine;

/**
 * {@code weight · x + bias} in double precision: layers are folded into each other with it, so that only the end is rounded.
 *
 * @param weight row-major [outputs × inputs]
 */
record AffineMap(double[] weight, double[] bias) {

    static AffineMap linear(float[] weight, int inputs) {
        double[] exact = new double[weight.length];
        for (int i = 0; i < exact.length; i++) {
            exact[i] = weight[i];
        }
        return new AffineMap(exact, new double[weight.length / inputs]);
    }

    int inputs() {
        return weight.length / bias.length;
    }

    int outputs() {
        return bias.length;
    }

    /** This map and then a batch normalisation as it is after training. */
    AffineMap scaled(ScaledBatchNorm.Inference norm) {
        double[] scaledWeight = new double[weight.length];
        double[] scaledBias = new double[bias.length];
        for (int i = 0; i < outputs(); i++) {
            for (int j = 0; j < inputs(); j++) {
                scaledWeight[i * inputs() + j] = norm.factor()[i] * weight[i * inputs() + j];
            }
            scaledBias[i] = norm.factor()[i] * bias[i] + norm.offset()[i];
        }
        return new AffineMap(scaledWeight, scaledBias);
    }

    /** This map and then the other one. */
    AffineMap followedBy(AffineMap next) {
        double[] product = new double[next.outputs() * inputs()];
        double[] sum = next.bias.clone();
        for (int i = 0; i < next.outputs(); i++) {
            for (int l = 0; l < outputs(); l++) {
                double factor = next.weight[i * outputs() + l];
                sum[i] += factor * bias[l];
                for (int j = 0; j < inputs(); j++) {
                    product[i * inputs() + j] += factor * weight[l * inputs() + j];
                }
            }
        }
        return new AffineMap(product, sum);
    }

    Affine toAffine() {
        return new Affine(rounded(weight), rounded(bias));
    }

    private static float[] rounded(double[] values) {
        float[] rounded = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            rounded[i] = (float) values[i];
        }
        return rounded;
    }
}

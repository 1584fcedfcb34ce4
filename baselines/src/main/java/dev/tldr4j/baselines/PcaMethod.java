package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;

/** Principal components, each divided by its standard deviation to some power, small ones less if so wanted. */
final class PcaMethod implements Method {
    private final double whitening;
    private final double damping;

    PcaMethod(MethodSettings settings) {
        this.whitening = settings.number("whitening", 0);
        Requirements.require(whitening >= 0 && whitening <= 1, "pca: whitening must be from 0 to 1, not " + whitening);
        this.damping = settings.number("damping", 0);
        Requirements.require(
                damping >= 0 && damping < Double.POSITIVE_INFINITY,
                "pca: damping must be a number from 0 on, in mean variances, not " + damping);
        Requirements.require(
                damping == 0 || whitening > 0,
                "pca: damping " + damping + " has nothing to damp; write pca:whitening=1,damping=" + damping);
    }

    @Override
    public Encoder fit(Material material, int dims, long seed) {
        Requirements.dims(material.vectors(), dims);
        material.pca().requireDirections(material.vectors().name(), dims);
        return material.pca().encoder(dims, whitening, damping);
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;

/** Principal components, each divided by its standard deviation to some power. */
final class PcaMethod implements Method {
    private final double whitening;

    PcaMethod(MethodSettings settings) {
        this.whitening = settings.number("whitening", 0);
    }

    @Override
    public Encoder fit(Material material, int dims, long seed) {
        return material.pca().encoder(dims, whitening);
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

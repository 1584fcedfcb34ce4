package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;

/** Principal components, each divided by its standard deviation to some power. */
final class PcaMethod implements Method {
    private final double whitening;

    PcaMethod(MethodSettings settings) {
        this.whitening = settings.number("whitening", 0);
        Requirements.require(whitening >= 0 && whitening <= 1, "pca: whitening must be from 0 to 1, not " + whitening);
    }

    @Override
    public Encoder fit(Material material, int dims, long seed) {
        Requirements.dims(material.vectors(), dims);
        material.pca().requireDirections(material.vectors().name(), dims);
        return material.pca().encoder(dims, whitening);
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import java.io.IOException;

/** The first components of whitening by the differences between nearest neighbours. */
public final class NeighborWhiteningMethod implements Method {
    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        Requirements.dims(material.vectors(), dims);
        // before the neighbours, which are most of the work
        material.pca().requireDirections(material.vectors().name(), dims);
        return material.neighborWhitening().encoder(dims);
    }

    @Override
    public boolean isRandom() {
        return false;
    }

    @Override
    public boolean whitens() {
        return true;
    }
}

package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.bits.QuantizationRotation;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The learned projection of ASH ("ASH: Asymmetric Scalar Hashing With Learned Dimensionality Reduction for High-Fidelity Vector
 * Quantization", arXiv 2606.07870), with one landmark: an orthonormal one, which begins at the principal components and is turned
 * in rounds towards what its codes stand for. The codes are those of the storage it is measured in.
 */
public final class AshMethod implements Method {
    private final int bits;

    public AshMethod(MethodSettings settings) {
        this.bits = settings.count("bits", 1);
        Requirements.require(
                ByteBudget.BITS.contains(bits), "ash: bits must be one of " + ByteBudget.BITS + ", not " + bits);
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        Requirements.dims(material.vectors(), dims);
        material.pca().requireDirections(material.vectors().name(), dims);
        Encoder components = PcaMethod.keepingMean(material.pca().encoder(dims, 0));
        Encoder turned = QuantizationRotation.turned(
                components, material.vectors(), bits, material.threads(), seed, material.listener());
        Map<String, String> metadata = new TreeMap<>(turned.metadata());
        metadata.put("method", "ash");
        metadata.put("seed", Long.toString(seed));
        return Encoder.mlp(turned.layers(), metadata);
    }

    @Override
    public boolean takesBits() {
        return true;
    }

    @Override
    public boolean isRandom() {
        return true;
    }
}

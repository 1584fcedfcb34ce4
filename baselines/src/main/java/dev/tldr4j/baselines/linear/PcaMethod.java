package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import java.util.Map;
import java.util.TreeMap;

/** Principal components, each divided by its standard deviation to some power, small ones less if so wanted. */
public final class PcaMethod implements Method {
    private final double whitening;
    private final double ridge;
    private final boolean keepsMean;

    public PcaMethod(MethodSettings settings) {
        this.whitening = settings.number("whitening", 0);
        Requirements.require(whitening >= 0 && whitening <= 1, "pca: whitening must be from 0 to 1, not " + whitening);
        this.ridge = settings.number("ridge", 0);
        Requirements.require(
                ridge >= 0 && ridge < Double.POSITIVE_INFINITY,
                "pca: ridge must be a number from 0 on, in mean variances, not " + ridge);
        Requirements.require(
                ridge == 0 || whitening > 0, "pca: a ridge goes with whitening; write pca:whitening=1,ridge=" + ridge);
        this.keepsMean = settings.parsed("mean", false, PcaMethod::keepsMean, "removed or kept");
    }

    private static boolean keepsMean(String text) {
        return switch (text) {
            case "removed" -> false;
            case "kept" -> true;
            default -> throw new IllegalArgumentException();
        };
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Requirements.dims(material.vectors(), dims);
        material.pca().requireDirections(material.vectors().name(), dims);
        Encoder encoder = material.pca().encoder(dims, whitening, ridge);
        return keepsMean ? keepingMean(encoder) : encoder;
    }

    /** The bias is all that takes the mean away. */
    static Encoder keepingMean(Encoder encoder) {
        Map<String, String> metadata = new TreeMap<>(encoder.metadata());
        metadata.put("mean", "kept");
        return Encoder.affine(encoder.layers().get(0).weight(), new float[encoder.outputDims()], metadata);
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

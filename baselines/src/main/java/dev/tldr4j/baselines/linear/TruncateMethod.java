package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;

/** The first numbers of the vectors as they are, as users of Matryoshka models take them. The vectors are only checked. */
public final class TruncateMethod implements Method {
    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Vectors vectors = material.vectors();
        Requirements.dims(vectors, dims);
        try (Workers workers = new Workers(material.threads())) {
            ColumnMeans.of(vectors, workers, material.listener()); // refuses what is not finite
        }
        int inputs = vectors.dims();
        float[] weight = new float[Math.multiplyExact(dims, inputs)];
        for (int i = 0; i < dims; i++) {
            weight[i * inputs + i] = 1;
        }
        Map<String, String> metadata = Provenance.of(vectors);
        metadata.put("method", "truncate");
        return Encoder.affine(weight, new float[dims], metadata);
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}

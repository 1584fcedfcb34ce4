package dev.tldr4j.learn.internal;

import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.TreeMap;

/** What every encoder's metadata says of where it came from. */
public final class Provenance {
    private Provenance() {}

    /** The rows it was learned on, and the version of tldr4j and the kernels that did it. */
    public static Map<String, String> of(Vectors vectors) {
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("training_rows", Integer.toString(vectors.rows()));
        metadata.put("data_fingerprint", vectors.fingerprint());
        metadata.put("tldr4j_version", version());
        metadata.put("kernels", OpenBlas.libraryAndKernels());
        return metadata;
    }

    private static String version() {
        String version = Provenance.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}

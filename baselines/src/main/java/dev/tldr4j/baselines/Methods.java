package dev.tldr4j.baselines;

import dev.tldr4j.baselines.linear.AshMethod;
import dev.tldr4j.baselines.linear.IcaMethod;
import dev.tldr4j.baselines.linear.LeanVecMethod;
import dev.tldr4j.baselines.linear.LppMethod;
import dev.tldr4j.baselines.linear.NeighborWhiteningMethod;
import dev.tldr4j.baselines.linear.NestedMethod;
import dev.tldr4j.baselines.linear.PcaMethod;
import dev.tldr4j.baselines.linear.RandomMethod;
import dev.tldr4j.baselines.linear.TldrMethod;
import dev.tldr4j.baselines.linear.TruncateMethod;
import dev.tldr4j.baselines.manifold.TsneMethod;
import dev.tldr4j.baselines.manifold.UmapMethod;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.spectral.IsomapMethod;
import dev.tldr4j.baselines.spectral.LaplacianMethod;
import dev.tldr4j.baselines.spectral.LleMethod;
import dev.tldr4j.baselines.spectral.LtsaMethod;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.recipe.Recipe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * All methods by name. A text such as {@code pca}, {@code pca:whitening=0.5} or {@code tldr:loss=mse,steps=500} names a method
 * and, behind a colon, its settings.
 */
public final class Methods {
    private static final Map<String, Function<MethodSettings, Method>> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put("neighborhood", settings -> new TldrMethod(Recipe.DEFAULT, settings));
        KNOWN.put("neighborhood-nested", NestedMethod::new);
        KNOWN.put("tldr", Methods::tldr);
        // what it was called while another recipe had its name
        KNOWN.put("tldr-paper", Methods::tldr);
        KNOWN.put("tldr-mse", settings -> tldr(settings.with("loss", "mse")));
        KNOWN.put("tldr-contrastive", settings -> tldr(settings.with("loss", "contrastive")));
        KNOWN.put("tldr-gaussian", settings -> tldr(settings.with("pairs", "gaussian")));
        KNOWN.put("tldr-flinear", settings -> tldr(settings.with("encoder", "flinear-1-512")));
        KNOWN.put("tldr-mlp", settings -> tldr(settings.with("encoder", "mlp-1-2048")));
        KNOWN.put("pca", PcaMethod::new);
        KNOWN.put("neighbor-whitening", settings -> new NeighborWhiteningMethod());
        KNOWN.put("ash", AshMethod::new);
        KNOWN.put("leanvec", settings -> new LeanVecMethod());
        KNOWN.put("ica", IcaMethod::new);
        KNOWN.put("lpp", LppMethod::new);
        KNOWN.put("random", RandomMethod.Gaussian::new);
        KNOWN.put("random-sparse", RandomMethod.Sparse::new);
        KNOWN.put("truncate", settings -> new TruncateMethod());
        KNOWN.put("umap", UmapMethod::new);
        KNOWN.put("tsne", TsneMethod::new);
        KNOWN.put("isomap", IsomapMethod::new);
        KNOWN.put("lle", LleMethod::new);
        KNOWN.put("ltsa", LtsaMethod::new);
        KNOWN.put("laplacian", LaplacianMethod::new);
    }

    private Methods() {}

    private static Method tldr(MethodSettings settings) {
        return new TldrMethod(Recipe.PAPER, settings);
    }

    /** The names, without settings. */
    public static List<String> names() {
        return List.copyOf(KNOWN.keySet());
    }

    /** @throws InvalidInputException when there is no such method or it has no such setting, listing those there are */
    public static Method named(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Function<MethodSettings, Method> method = KNOWN.get(name);
        if (method == null) {
            throw new InvalidInputException(
                    "there is no method " + name + "; there are " + String.join(", ", KNOWN.keySet()));
        }
        MethodSettings settings = new MethodSettings(name, colon < 0 ? "" : text.substring(colon + 1));
        Method made = method.apply(settings);
        settings.requireAllKnown();
        return made;
    }

    /** The text of the method with its outputs turned for so many bits a number, where it can turn them. */
    public static String turned(String text, int bits) {
        return named(text).takesBits() && !text.contains("bits=")
                ? text + (text.contains(":") ? "," : ":") + "bits=" + bits
                : text;
    }
}

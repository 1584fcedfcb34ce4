package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Only the first numbers of an encoder's outputs. */
@Command
public final class PrefixOption {
    /** Methods whose outputs are in order, or alike: any prefix is what the method gives for that size. */
    private static final Set<String> ORDERED =
            Set.of("pca", "neighbor-whitening", "lpp", "random", "random-sparse", "truncate");

    @Option(
            names = "--dims",
            paramLabel = "D",
            description =
                    "Only the first D numbers of an output: with an encoder learned by fit --nested, one of its sizes."
                            + " All unless given.")
    private Integer dims;

    /** Whether any prefix of such a method's outputs is as good as what the method gives for that size. */
    public static boolean isOrdered(String method) {
        return ORDERED.contains(method);
    }

    /** Of the whole encoder. */
    private List<Integer> wholeSizes = List.of();

    public boolean isGiven() {
        return dims != null;
    }

    /** Loads an encoder, or the asked prefix of it. */
    public Encoder load(Path model) throws IOException {
        Encoder whole = Encoder.load(model);
        if (dims == null) {
            return whole;
        }
        if (dims < 1 || dims > whole.outputDims()) {
            throw new InvalidInputException(model + ": gives " + whole.outputDims()
                    + " numbers; --dims must be from 1 to " + whole.outputDims() + ", not " + dims + sizes(whole));
        }
        wholeSizes = whole.prefixes();
        return whole.truncated(dims);
    }

    private static String sizes(Encoder whole) {
        return whole.prefixes().isEmpty() ? "" : " (it was learned for " + listed(whole.prefixes()) + ")";
    }

    private static String listed(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Says where the asked prefix need not be good. */
    public void noteUnlearned(Encoder encoder, Path model, ProgressListener progress) {
        boolean learned = encoder.prefixOf().isEmpty()
                || encoder.prefixes().contains(encoder.outputDims())
                || ORDERED.contains(encoder.metadata().get("method"));
        if (!learned) {
            String sizes = wholeSizes.isEmpty() ? "all its numbers" : listed(wholeSizes) + " numbers";
            progress.note(model + " was learned for " + sizes + ", not for the first " + encoder.outputDims()
                    + "; fit with --nested " + encoder.outputDims());
        }
    }
}

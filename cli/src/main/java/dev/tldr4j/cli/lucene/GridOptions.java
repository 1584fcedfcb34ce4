package dev.tldr4j.cli.lucene;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.cli.common.MethodList;
import dev.tldr4j.cli.fit.FitCommand;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.IndexPlan.Graph;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.IndexPlan.Segments;
import dev.tldr4j.evaluate.engine.Reranking;
import dev.tldr4j.learn.bits.ByteBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What to index, and how to search it. */
@Command
final class GridOptions {
    private static final List<Integer> USUAL_BYTES = List.of(32, 64, 128);
    private static final List<Quantization> USUAL_QUANTIZATIONS =
            List.of(Quantization.NONE, Quantization.INT8, Quantization.BIT);
    private static final int K = 10;
    private static final int MOST_CONNECTIONS = 512;
    private static final int WIDEST_BEAM = 3_200;

    @Option(
            names = "--model",
            arity = "1..*",
            paramLabel = "FILE",
            description = "An encoder to index with; PCA is measured at as many dimensions.")
    private List<Path> models = List.of();

    @Option(
            names = "--methods",
            arity = "1..*",
            paramLabel = "NAME",
            description = "What to reduce by at --dims, each with its settings behind a colon: pca, pca:mean=kept,"
                    + " truncate, neighborhood, neighborhood-nested (one fit for all sizes) and so on. pca and"
                    + " neighborhood unless given.")
    private List<String> methods;

    @Option(
            names = "--dims",
            arity = "1..*",
            split = ",",
            paramLabel = "D",
            description = "Learn encoders of these numbers of dimensions from the documents first, as fit does.")
    private Set<Integer> dims = Set.of();

    @Option(
            names = "--bytes",
            arity = "1..*",
            split = ",",
            paramLabel = "N",
            description = "Say what is best for so many bytes a vector in memory: 32, 64 and 128 unless given. Without"
                    + " --dims and --model, learn for just these: every method spends them in 1, 2, 4 and 8 bits a"
                    + " number, 16 bytes being Lucene's corrections, and full vectors are quantized to as many.")
    private List<Integer> bytes;

    @Option(
            names = "--quantization",
            arity = "1..*",
            split = ",",
            paramLabel = "NAME",
            description = "What Lucene does to the vectors it searches: none, int8, int4, int2, bit."
                    + " none, int8 and bit unless given.")
    private Set<Quantization> quantizations;

    @Option(
            names = "--rerank",
            arity = "1..*",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "none,whole,full",
            description = "Order what the graph finds anew: none; floats (those that Lucene keeps of quantized reduced"
                    + " vectors); whole (with --shortlist: the whole outputs); full (full vectors)."
                    + " ${DEFAULT-VALUE} unless given.")
    private Set<Reranking> rerankings;

    @Option(
            names = "--shortlist",
            arity = "1..*",
            split = ",",
            paramLabel = "D",
            description = "Also in two stages: the graph holds the first D numbers of longer outputs, and the whole"
                    + " outputs, a byte a number, re-rank. For pca, truncate, neighborhood-nested and models of fit"
                    + " --nested.")
    private Set<Integer> shortlists = Set.of();

    @Option(
            names = "--oversample",
            arity = "1..*",
            split = ",",
            paramLabel = "N",
            description =
                    "Where documents are re-ranked, find N times ten of them in the graph; measured without re-ranking,"
                            + " too. A tenth of --candidates unless given.")
    private Set<Integer> oversamples = Set.of();

    @Option(
            names = "--candidates",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many documents a search finds in the graph; the best 10 count. More take longer and miss"
                    + " less. ${DEFAULT-VALUE} unless given.")
    private int candidates;

    @Option(
            names = "--max-connections",
            paramLabel = "M",
            defaultValue = "16",
            description = "Of a vector in the graph. ${DEFAULT-VALUE}, Lucene's own, unless given.")
    private int maxConnections;

    @Option(
            names = "--beam-width",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Candidates for these while the graph is built. ${DEFAULT-VALUE}, Lucene's own, unless given.")
    private int beamWidth;

    @Option(
            names = "--segments",
            paramLabel = "NAME",
            defaultValue = "one",
            description = "one: merge every index into one segment; several: leave it as Lucene writes it."
                    + " ${DEFAULT-VALUE} unless given.")
    private Segments segments;

    List<Integer> bytes() {
        return bytes == null ? USUAL_BYTES : bytes;
    }

    /** Whether bytes decide on dimensions and quantization. */
    private boolean spendsBytes() {
        return bytes != null && models.isEmpty() && dims.isEmpty();
    }

    List<Path> models() {
        return models;
    }

    int candidates() {
        return candidates;
    }

    Graph graph() {
        return new Graph(maxConnections, beamWidth, segments);
    }

    BenchGrid grid(int fullDims) {
        List<Integer> found = oversamples.isEmpty()
                ? List.of(candidates)
                : oversamples.stream().map(each -> K * each).toList();
        return new BenchGrid(
                quantizations(fullDims), List.copyOf(shortlists), List.copyOf(rerankings), found, candidates, graph());
    }

    private List<Quantization> quantizations(int fullDims) {
        if (spendsBytes()) {
            // of full vectors; others have the one that they are turned for
            return bytes.stream()
                    .flatMap(each ->
                            ByteBudget.bitsOfFull(each, fullDims).stream().limit(1))
                    .distinct()
                    .map(Quantization::of)
                    .toList();
        }
        return quantizations == null ? USUAL_QUANTIZATIONS : List.copyOf(quantizations);
    }

    List<String> methods() {
        return methods == null ? List.of("pca", FitCommand.NEIGHBORHOOD) : MethodList.split(methods);
    }

    /** All sizes that are learned. */
    List<Integer> sizes() {
        Set<Integer> sizes = new TreeSet<>(dims);
        if (rerankings.contains(Reranking.WHOLE)) {
            sizes.addAll(shortlists);
        }
        return List.copyOf(sizes);
    }

    /** Full vectors, then every method at every number of dimensions, PCA also at those of the models, then these. */
    List<NamedEncoder> encoders(int fullDims, BenchEncoders learned, List<NamedEncoder> loaded) {
        List<NamedEncoder> all = new ArrayList<>(List.of(NamedEncoder.full(fullDims)));
        if (spendsBytes()) {
            for (String method : methods()) {
                ways(fullDims).forEach(way -> all.add(learned.by(Methods.turned(method, way.bits()), way)));
            }
        }
        for (String method : methods()) {
            Set<Integer> sizes = new LinkedHashSet<>(dims);
            if (method.equals("pca")) {
                loaded.stream()
                        .map(NamedEncoder::dims)
                        .filter(size -> size < fullDims)
                        .forEach(sizes::add);
            }
            sizes.forEach(size -> all.add(learned.by(method, size)));
        }
        all.addAll(loaded);
        return all;
    }

    private List<ByteBudget.Way> ways(int fullDims) {
        return bytes.stream()
                .flatMap(each -> ByteBudget.ways(each, fullDims).stream())
                .distinct()
                .toList();
    }

    /** What is wrong whatever the vectors are. */
    void check() {
        if (models.isEmpty() && dims.isEmpty() && bytes == null) {
            throw new InvalidInputException("say what to reduce by: give --bytes, --dims or --model");
        }
        if (spendsBytes() && (quantizations != null || !shortlists.isEmpty())) {
            throw new InvalidInputException("--bytes without --dims decide on quantization: leave out "
                    + (quantizations != null ? "--quantization" : "--shortlist"));
        }
        if (dims.isEmpty() && !spendsBytes() && methods != null && !methods().contains("pca")) {
            throw new InvalidInputException("--methods learn encoders of so many dimensions: give --dims too");
        }
        for (String method : methods()) {
            if (!Methods.named(method).givesEncoder()) {
                throw new InvalidInputException(
                        "--methods " + method + ": gives no encoder, so queries cannot be reduced; leave it out");
            }
        }
        dims.forEach(each -> requireFrom("--dims", each, 1));
        oversamples.forEach(each -> requireFrom("--oversample", each, 1));
        shortlists.forEach(each -> requireFrom("--shortlist", each, 1));
        requireFrom("--candidates", candidates, K);
        requireWithin("--max-connections", maxConnections, 2, MOST_CONNECTIONS);
        requireWithin("--beam-width", beamWidth, 1, WIDEST_BEAM);
    }

    /** What is wrong with vectors of so many dimensions, and these models. */
    void check(int fullDims, List<NamedEncoder> encoders) throws IOException {
        for (int each : dims) {
            if (each >= fullDims) {
                throw new InvalidInputException(
                        "--dims " + each + ": the vectors have " + fullDims + "; ask for fewer than that");
            }
        }
        for (int shortlist : shortlists) {
            boolean shorter = false;
            boolean prefix = false;
            for (NamedEncoder encoder : encoders) {
                shorter |= !encoder.isFull() && shortlist < encoder.dims();
                prefix |= encoder.hasPrefix(shortlist);
            }
            if (!shorter) {
                throw new InvalidInputException("--shortlist " + shortlist
                        + ": no output is longer, so nothing is left to re-rank by; give more --dims or a shorter one");
            }
            if (!prefix) {
                throw new InvalidInputException("--shortlist " + shortlist + ": no encoder was learned for its first "
                        + shortlist + " numbers; take --methods neighborhood-nested or pca, or a --model of fit"
                        + " --nested");
            }
        }
    }

    private static void requireFrom(String option, int value, int least) {
        if (value < least) {
            throw new InvalidInputException(
                    option + " " + value + ": at least " + least + (least == 1 ? " is needed" : " are needed"));
        }
    }

    private static void requireWithin(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInputException(option + " " + value + ": must be from " + least + " to " + most);
        }
    }
}

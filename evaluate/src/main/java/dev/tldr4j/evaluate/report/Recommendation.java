package dev.tldr4j.evaluate.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the numbers of a comparison say, in words: the smallest vectors that keep 99 % and 95 % of the full quality, whether
 * PCA would do, and whether to reduce at all.
 */
public final class Recommendation {
    /** Shares of the full quality that people ask for. */
    static final List<Double> LEVELS = List.of(0.99, 0.95);

    /** Differences up to this, or to one standard deviation over seeds, say nothing. */
    private static final double NOISE = 0.003;

    private static final double ROUNDING = 1e-9;

    private final Results results;
    private final List<Average> averages;
    private final double full;

    Recommendation(Results results) {
        this.results = results;
        String main = results.main();
        this.averages = Average.of(results.cells()).stream()
                .filter(average -> average.mean().containsKey(main))
                .toList();
        this.full = results.full().getOrDefault(main, Double.NaN);
    }

    /**
     * The recommendation for these results, a few plain sentences.
     *
     * @param results results.json, parsed
     * @throws dev.tldr4j.encoder.InvalidInputException if a part that is needed is missing or of another type
     */
    public static List<String> of(Map<String, Object> results) {
        return new Recommendation(Results.of(results)).sentences();
    }

    /** The smallest vector that keeps this share of the full quality; of several, the one that keeps most. */
    Optional<Average> smallest(double share) {
        return averages.stream()
                .filter(average -> average.bytesPerVector() < results.fullBytes())
                .filter(average -> keeps(average, share))
                .min(Comparator.comparingDouble(Average::bytesPerVector)
                        .thenComparing(Comparator.comparingDouble(this::quality).reversed()));
    }

    /** What is kept of the full quality: 1 is all. */
    double share(Average average) {
        return quality(average) / full;
    }

    /** How many times smaller than a full vector. */
    double factor(Average average) {
        return results.fullBytes() / average.bytesPerVector();
    }

    /** The first thing to say, in a few words. */
    String headline() {
        if (!(full > 0) || averages.isEmpty()) {
            return "No recommendation";
        }
        List<Average> chosen =
                LEVELS.stream().flatMap(level -> smallest(level).stream()).toList();
        if (isReductionTooDear()) {
            return chosen.isEmpty() ? "Do not reduce" : "Do not reduce the dimensions";
        }
        if (chosen.stream().allMatch(this::isPcaEnough)) {
            return "PCA is enough here";
        }
        double level = LEVELS.stream()
                .filter(share -> smallest(share).isPresent())
                .findFirst()
                .orElseThrow();
        Average choice = chosen.get(0);
        return number(factor(choice)) + " times smaller keeps " + percent(level, 0);
    }

    List<String> sentences() {
        if (!(full > 0)) {
            return List.of("No recommendation: the full vectors themselves have no " + results.main() + " above 0.");
        }
        if (averages.isEmpty()) {
            return List.of("No recommendation: nothing that was tried has finished.");
        }
        List<String> sentences = new ArrayList<>();
        List<Average> chosen = new ArrayList<>();
        for (double level : LEVELS) {
            Optional<Average> smallest = smallest(level);
            if (smallest.isEmpty()) {
                sentences.add("Nothing smaller that was tried keeps " + percent(level, 0) + " of the full "
                        + results.main() + ".");
            } else if (chosen.contains(smallest.get())) {
                sentences.add("The same vector is the smallest that keeps " + percent(level, 0) + ".");
            } else {
                chosen.add(smallest.get());
                sentences.add(choice(level, smallest.get()));
            }
        }
        if (isReductionTooDear()) {
            return doNotReduce(sentences, chosen);
        }
        sentences.addAll(aboutPca(chosen));
        return sentences;
    }

    /** Whether no method in fewer bytes keeps even the lowest share. */
    private boolean isReductionTooDear() {
        return averages.stream()
                .noneMatch(average -> !average.isFull()
                        && average.bytesPerVector() < results.fullBytes()
                        && keeps(average, lowest()));
    }

    private String choice(double level, Average choice) {
        return String.format(
                Locale.ROOT,
                "The smallest vector that keeps %s of the full %s: %s: %s bytes%s, %s times smaller than the full %s"
                        + " (%.4f of %.4f, which is %s).",
                percent(level, 0),
                results.main(),
                name(choice),
                number(choice.bytesPerVector()),
                choice.sharedBytes() > 0 ? " and " + number(choice.sharedBytes()) + " shared by all" : "",
                number(factor(choice)),
                number(results.fullBytes()),
                quality(choice),
                full,
                percent(share(choice), 1));
    }

    private List<String> doNotReduce(List<String> sentences, List<Average> chosen) {
        List<String> said = new ArrayList<>();
        String nearest = averages.stream()
                .filter(average -> !average.isFull())
                .max(Comparator.comparingDouble(this::quality))
                .map(best -> " The nearest is " + name(best) + ", which keeps " + percent(share(best), 1) + ".")
                .orElse("");
        if (chosen.isEmpty()) {
            said.add("Do not reduce: nothing smaller that was tried keeps " + percent(lowest(), 0) + " of the full "
                    + results.main() + "." + nearest);
        } else {
            // Only another storage of the full vectors is good enough.
            said.addAll(sentences);
            said.add("Do not reduce the dimensions: no method that was tried keeps " + percent(lowest(), 0) + "."
                    + nearest);
        }
        return said;
    }

    private List<String> aboutPca(List<Average> chosen) {
        if (averages.stream().noneMatch(Average::isPca)) {
            return List.of();
        }
        if (chosen.stream().allMatch(this::isPcaEnough)) {
            return List.of(
                    "PCA is enough here: in as many bytes it keeps as much as the best method, within the noise.");
        }
        List<String> sentences = new ArrayList<>();
        for (Average choice : chosen) {
            String bytes = number(choice.bytesPerVector()) + " bytes";
            Optional<Average> pca = bestPcaInNoMoreBytes(choice);
            if (pca.isEmpty()) {
                sentences.add("PCA was not tried in " + bytes + " or fewer.");
            } else if (isPcaEnough(choice)) {
                sentences.add("In " + bytes + ", PCA keeps as much within the noise.");
            } else {
                sentences.add("In " + bytes + ", the best that PCA keeps is " + percent(share(pca.get()), 1) + " ("
                        + name(pca.get()) + ").");
            }
        }
        return sentences;
    }

    /**
     * Whether PCA does as well in no more bytes. Bytes rather than dimensions: at 16 bytes of codes, PCA may need more
     * dimensions than another method, and nobody pays for those.
     */
    private boolean isPcaEnough(Average choice) {
        Optional<Average> pca = bestPcaInNoMoreBytes(choice);
        return pca.isPresent()
                && quality(choice) - quality(pca.get())
                        <= Math.max(NOISE, Math.max(deviation(choice), deviation(pca.get())));
    }

    private Optional<Average> bestPcaInNoMoreBytes(Average choice) {
        return averages.stream()
                .filter(average -> average.isPca() && average.bytesPerVector() <= choice.bytesPerVector())
                .max(Comparator.comparingDouble(this::quality));
    }

    private boolean keeps(Average average, double share) {
        return quality(average) >= share * full - ROUNDING;
    }

    private double quality(Average average) {
        return average.mean().get(results.main());
    }

    private double deviation(Average average) {
        return average.deviation().get(results.main());
    }

    private static double lowest() {
        return LEVELS.get(LEVELS.size() - 1);
    }

    private static String name(Average average) {
        return (average.isFull() ? "the full vectors" : average.method() + " with " + average.dims() + " dimensions")
                + " stored as " + average.storage();
    }

    /** Rounded down: what falls short of 99 % is never called 99 %. */
    private static String percent(double share, int decimals) {
        double unit = Math.pow(10, decimals);
        return String.format(Locale.ROOT, "%." + decimals + "f %%", Math.floor((100 * share + ROUNDING) * unit) / unit);
    }

    /** With the decimal that small numbers need, and no more. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}

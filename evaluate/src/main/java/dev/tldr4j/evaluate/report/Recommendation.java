package dev.tldr4j.evaluate.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the numbers of a comparison say, in words: what can be kept in how few bytes, whether PCA or quantization alone would do
 * there, and what to try next.
 */
public final class Recommendation {
    /** What nobody misses; where nothing reaches it, larger vectors are worth a try, and where all do, smaller ones. */
    private static final double ENOUGH = 0.99;

    /** Less is of no use to most. */
    private static final double USEFUL = 0.9;

    /** Differences up to this, or to one standard deviation over seeds, say nothing. */
    private static final double ALIKE = 0.003;

    /** A fit of more takes long, and is to be asked for. */
    private static final int MOST_DIMS = 1024;

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

    /** What is worth choosing from: the front from the last point that keeps too little up to the first that keeps enough. */
    List<Average> choices() {
        List<Average> front = front();
        int first = 0;
        while (first + 1 < front.size() && !keeps(front.get(first + 1), USEFUL)) {
            first++;
        }
        int last = first;
        while (last + 1 < front.size() && !keeps(front.get(last), ENOUGH)) {
            last++;
        }
        return front.subList(Math.min(first, front.size()), Math.min(last + 1, front.size()));
    }

    /** The Pareto front: those that nothing in as few bytes is as good as, smallest first; of each doubling of bytes the best. */
    private List<Average> front() {
        if (!(full > 0)) {
            return List.of();
        }
        List<Average> smallestFirst = averages.stream()
                .filter(average -> average.bytesPerVector() < results.fullBytes())
                .sorted(Comparator.comparingDouble(Average::bytesPerVector)
                        .thenComparing(Comparator.comparingDouble(this::quality).reversed()))
                .toList();
        List<Average> front = new ArrayList<>();
        for (Average average : smallestFirst) {
            Average last = front.isEmpty() ? null : front.get(front.size() - 1);
            if (last == null || quality(average) > quality(last)) {
                if (last != null && doubling(last) == doubling(average)) {
                    front.remove(last);
                }
                front.add(average);
            }
        }
        return front;
    }

    private static int doubling(Average average) {
        // 33 to 64 bytes are one
        return (int) Math.ceil(Math.log(average.bytesPerVector()) / Math.log(2) - ROUNDING);
    }

    /** What is kept of the full quality: 1 is all. */
    private double share(Average average) {
        return quality(average) / full;
    }

    /** The first thing to say, in a few words: the fewest bytes that are of use, and those that are enough. */
    String headline() {
        List<Average> front = choices();
        if (front.isEmpty()) {
            return "No recommendation";
        }
        Average best = first(front, ENOUGH).orElse(front.get(front.size() - 1));
        Average cheap = first(front, USEFUL).orElse(best);
        return cheap == best ? kept(best) : kept(cheap) + ", " + kept(best);
    }

    private Optional<Average> first(List<Average> front, double share) {
        return front.stream().filter(average -> keeps(average, share)).findFirst();
    }

    private String kept(Average average) {
        return number(average.bytesPerVector()) + " bytes keep " + percent(share(average));
    }

    List<String> sentences() {
        if (!(full > 0)) {
            return List.of("No recommendation: the full vectors themselves have no " + results.main() + " above 0.");
        }
        if (averages.isEmpty()) {
            return List.of("No recommendation: nothing that was tried has finished.");
        }
        List<Average> front = choices();
        if (front.isEmpty()) {
            return List.of("Nothing that was tried is smaller than full vectors.");
        }
        List<String> sentences = new ArrayList<>();
        front.forEach(point -> sentences.add(sentence(point)));
        next(front).ifPresent(sentences::add);
        return sentences;
    }

    private String sentence(Average point) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s bytes%s, %s times smaller, keep %s of the full %s (%.4f of %.4f): %s",
                number(point.bytesPerVector()),
                point.sharedBytes() > 0 ? " and " + number(point.sharedBytes()) + " shared by all" : "",
                number(results.fullBytes() / point.bytesPerVector()),
                percent(share(point)),
                results.main(),
                quality(point),
                full,
                name(point)));
        if (!point.isFull()) {
            beside(point, "full vectors", Average::isFull, text);
        }
        if (!point.isPca()) {
            beside(point, "PCA", Average::isPca, text);
        }
        if (point.isFull() || point.isPca()) {
            beside(point, "the best other", each -> !each.isFull() && !each.isPca(), text);
        }
        return text.append('.').toString();
    }

    /** The best of another kind in no more bytes: nobody pays for its number of dimensions. */
    private void beside(Average point, String who, Predicate<Average> kind, StringBuilder text) {
        Optional<Average> best = averages.stream()
                .filter(kind)
                .filter(average -> average.bytesPerVector() <= point.bytesPerVector())
                .max(Comparator.comparingDouble(this::quality));
        best.ifPresent(other -> text.append("; ")
                .append(who)
                .append(isAlike(point, other) ? " as much: " : " ")
                .append(percent(share(other)))
                .append(" (")
                .append(other.isFull() ? other.storage() : name(other))
                .append(')'));
    }

    private boolean isAlike(Average point, Average other) {
        return quality(point) - quality(other) <= Math.max(ALIKE, Math.max(deviation(point), deviation(other)));
    }

    /** Where the front ends too early: what was tried, and what to try next. */
    private Optional<String> next(List<Average> front) {
        Average smallest = front.get(0);
        Average best = front.get(front.size() - 1);
        OptionalInt dims = nextDims();
        if (!keeps(best, ENOUGH)) {
            return Optional.of(
                    "Nothing smaller than full vectors that was tried" + tried() + " keeps 99 %: try more than "
                            + number(best.bytesPerVector()) + " bytes, by "
                            + (dims.isPresent() ? dims.getAsInt() + " dimensions" : "more dimensions")
                            + " or another storage.");
        }
        if (keeps(smallest, ENOUGH)) {
            return Optional.of("All of these keep 99 %: try fewer than " + number(smallest.bytesPerVector())
                    + " bytes, by " + (dims.isPresent() ? dims.getAsInt() + " dimensions" : "fewer dimensions")
                    + " or another storage.");
        }
        return Optional.empty();
    }

    private String tried() {
        String dims = averages.stream()
                .filter(average -> !average.isFull())
                .map(Average::dims)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        String storages = averages.stream().map(Average::storage).distinct().collect(Collectors.joining(", "));
        return dims.isEmpty() ? "" : " (" + dims + " dimensions, stored as " + storages + ")";
    }

    /**
     * The number of dimensions to try next: twice the most that was tried where none keeps 99 %, half of the fewest where these
     * do. Empty where the answer lies between those tried, and where larger vectors would hardly be smaller than full ones.
     *
     * @param results results.json, parsed
     */
    public static OptionalInt nextDims(Map<String, Object> results) {
        return new Recommendation(Results.of(results)).nextDims();
    }

    private OptionalInt nextDims() {
        List<Average> reduced =
                averages.stream().filter(average -> !average.isFull()).toList();
        if (!(full > 0) || reduced.isEmpty()) {
            return OptionalInt.empty();
        }
        // what failed was tried, too
        var tried = IntStream.concat(
                        reduced.stream().mapToInt(Average::dims),
                        results.failed().stream().mapToInt(Results.Failure::dims))
                .summaryStatistics();
        OptionalInt enough = reduced.stream()
                .filter(average -> keeps(average, ENOUGH))
                .mapToInt(Average::dims)
                .min();
        if (enough.isEmpty()) {
            int more = 2 * tried.getMax();
            boolean smaller = 3L * more * Float.BYTES <= 2 * results.fullBytes();
            return smaller && more <= MOST_DIMS ? OptionalInt.of(more) : OptionalInt.empty();
        }
        return enough.getAsInt() == tried.getMin() && tried.getMin() > 1
                ? OptionalInt.of(tried.getMin() / 2)
                : OptionalInt.empty();
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

    private static String name(Average average) {
        return (average.isFull() ? "full vectors" : average.method() + " with " + average.dims() + " dimensions")
                + " stored as " + average.storage();
    }

    /** Rounded down: what falls short of 99 % is never called 99 %. */
    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", Math.floor(1000 * share + ROUNDING) / 10);
    }

    /** With the decimal that small numbers need, and no more. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}

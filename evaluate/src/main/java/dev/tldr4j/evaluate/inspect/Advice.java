package dev.tldr4j.evaluate.inspect;

import dev.tldr4j.learn.neighbors.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What to try first, by simple rules from what an inspection found. docs/explanation/inspect.md has the rules and what they
 * stand on.
 *
 * @param words a sentence or two each; what must be done before anything else comes first
 * @param dims numbers of dimensions to try, ascending; empty where nothing can be learned
 * @param metric what near should mean: cosine, but l2 where zero rows would be refused
 * @param sample from how many rows to learn, or 0 for all
 */
public record Advice(List<String> words, List<Integer> dims, Metric metric, int sample) {
    /** Fewer copies than this part of the rows are not worth a word. */
    private static final double MANY_COPIES = 0.01;

    /** From this share of the squared length on, the common direction is worth a word. */
    private static final double ONE_SIDED = 0.25;

    /** Smaller outputs lose too much to begin with them. */
    private static final int LEAST_DIMS = 8;

    private static final int LEAST_ROWS = 10;

    /** From so many on, a fit holds rows out to choose by. */
    private static final int FEW_ROWS = 500;

    private static final int MANY_ROWS = 1_000_000;
    private static final int SAMPLE = 200_000;

    public static Advice from(Inspection found) {
        List<String> words = new ArrayList<>(first(found));
        String hopeless = hopeless(found);
        if (hopeless != null) {
            words.add(hopeless);
            return new Advice(words, List.of(), Metric.COSINE, 0);
        }
        List<Integer> dims = dims(found);
        words.add(aboutDims(found, dims));
        words.add(aboutMetric(found));
        if (found.spread().meanShare() >= ONE_SIDED) {
            words.add(text(
                    "%.0f %% of the rows' squared length is one common vector. Encoders take it off, so cosines spread wider"
                            + " after reducing: set thresholds anew.",
                    100 * found.spread().meanShare()));
        }
        words.add(aboutRows(found));
        int sample = found.rows() > MANY_ROWS ? SAMPLE : 0;
        return new Advice(words, dims, found.zero().rows() == 0 ? Metric.COSINE : Metric.L2, sample);
    }

    /** What to see to before anything is learned. */
    private static List<String> first(Inspection found) {
        List<String> words = new ArrayList<>();
        if (found.notFinite().rows() > 0) {
            words.add("Remove the rows with NaN or infinity: the other commands refuse them.");
        }
        if (found.zero().rows() > 0) {
            words.add("Remove the zero rows, or measure by l2: cosine refuses them, since they have no direction.");
        }
        double copies = (double) found.copies().rows() / found.scanned();
        if (copies >= MANY_COPIES) {
            words.add(text(
                    "Remove the copies, %.0f %% of the rows: a row and its copy are a pair that teaches nothing.",
                    100 * copies));
        }
        if (found.lengths().max() > Inspection.FAR * found.lengths().median()) {
            words.add(
                    "Look at the longest rows, more than 1,000 times as long as the median: they rule PCA, and what starts"
                            + " from it.");
        }
        if (!found.isOfAll()) {
            words.add(text(
                    "Broken rows and copies may hide in the rows that were not looked at; --sample %d looks at all.",
                    found.rows()));
        }
        return words;
    }

    /** Why nothing can be learned, or null. */
    private static String hopeless(Inspection found) {
        if (found.spread() == null) {
            return "Nothing: no row is finite.";
        }
        if (found.dims() == 1) {
            return "Nothing: one dimension cannot become fewer.";
        }
        if (found.spread().components().isEmpty() && found.dims() <= Spread.MOST_DIMS) {
            return "Nothing: all rows are equal, and nothing can be learned from them.";
        }
        return found.usableRows() < LEAST_ROWS ? "Nothing: so few different rows teach nothing." : null;
    }

    /**
     * Powers of two, from twice the intrinsic dimension (a surface fits into as many: Whitney) to what keeps 90 % of the
     * variance, or to half of what there is.
     */
    private static List<Integer> dims(Inspection found) {
        Integer kept = found.spread().components().get(90);
        int high = Integer.highestOneBit(Math.min(kept == null ? found.dims() / 4 : kept, found.dims() / 2));
        double surface = Double.isNaN(found.intrinsicDims()) ? 0 : 2 * found.intrinsicDims();
        double low = Math.max(LEAST_DIMS, surface);
        List<Integer> dims = new ArrayList<>();
        for (int d = 1; d <= high; d *= 2) {
            if (d >= low || d == high) {
                dims.add(d);
            }
        }
        return dims;
    }

    private static String aboutDims(Inspection found, List<Integer> dims) {
        String list = dims.stream().map(Object::toString).collect(Collectors.joining(", "));
        String most = found.spread().components().isEmpty()
                ? "a quarter of the dimensions"
                : "what keeps 90 % of the variance";
        return "--dims " + list + ": from twice the intrinsic dimension up to " + most
                + ", at most half of the dimensions. Evaluate before you choose.";
    }

    private static String aboutMetric(Inspection found) {
        if (!found.lengths().equal()) {
            return "--metric as you search: lengths differ, so l2 and cosine, the default, find different neighbours.";
        }
        return (found.zero().rows() > 0 ? "Without the zero rows, --metric cosine" : "--metric cosine, the default")
                + ": all lengths are equal, those of reduced rows are not, and cosine makes them so.";
    }

    private static String aboutRows(Inspection found) {
        long rows = Math.round((double) found.rows() * found.usableRows() / found.scanned());
        if (rows < FEW_ROWS) {
            return "PCA: of fewer than 500 different rows there is little more to learn, and fit holds none out to see.";
        }
        return "neighborhood, the default of fit: where PCA is enough, held-out rows choose that"
                + (found.rows() > MANY_ROWS ? "; a sample will do, where all would take long." : ".");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

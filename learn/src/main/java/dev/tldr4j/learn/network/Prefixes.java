package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which prefixes of an encoder's outputs are learned to be encoders by themselves: {@code none} but the whole, {@code halves},
 * that is a half of the outputs, a half of that and so on down to 8, or sizes such as {@code 16,64,256}.
 */
public record Prefixes(boolean halves, List<Integer> sizes) {
    private static final int SHORTEST_HALF = 8;
    private static final Pattern SIZES = Pattern.compile("[1-9][0-9]{0,5}([,+][1-9][0-9]{0,5})*");

    public static final Prefixes NONE = new Prefixes(false, List.of());
    public static final Prefixes HALVES = new Prefixes(true, List.of());

    /** Sizes may stand in any order. */
    public static Prefixes parse(String text) {
        if (text.equals("none")) {
            return NONE;
        } else if (text.equals("halves")) {
            return HALVES;
        } else if (SIZES.matcher(text).matches()) {
            return new Prefixes(
                    false,
                    Arrays.stream(text.split("[,+]"))
                            .map(Integer::valueOf)
                            .sorted()
                            .distinct()
                            .toList());
        }
        throw new InvalidInputException("prefixes are halves, none, or sizes such as 16,64,256, not " + text);
    }

    /** The sizes for so many outputs, ascending; all of them are the last. */
    public List<Integer> of(int outputs) {
        List<Integer> all = new ArrayList<>(sizes);
        for (int size = outputs / 2; halves && size >= SHORTEST_HALF; size /= 2) {
            all.add(0, size);
        }
        if (!all.isEmpty() && all.get(all.size() - 1) > outputs) {
            throw new InvalidInputException("a prefix of " + all.get(all.size() - 1) + " numbers does not fit into "
                    + outputs + " outputs; leave it out, or ask for more dimensions");
        }
        if (!all.contains(outputs)) {
            all.add(outputs);
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return halves
                ? "halves"
                : sizes.isEmpty()
                        ? "none"
                        : String.join(",", sizes.stream().map(String::valueOf).toList());
    }
}

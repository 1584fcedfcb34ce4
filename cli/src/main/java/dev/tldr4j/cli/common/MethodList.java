package dev.tldr4j.cli.common;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Methods as a user lists them: parted by spaces or commas, each with its settings, which commas part as well. */
public final class MethodList {
    private MethodList() {}

    /** Commas part methods, but not a method's settings: a part with = and without a colon is one of these. */
    public static List<String> split(List<String> texts) {
        List<String> names = new ArrayList<>();
        for (String text : texts) {
            int first = names.size();
            for (String part : text.split(",")) {
                int last = names.size() - 1;
                if (last >= first && part.contains("=") && !part.contains(":")) {
                    names.set(last, names.get(last) + "," + part);
                } else {
                    names.add(part);
                }
            }
        }
        return List.copyOf(new LinkedHashSet<>(names));
    }
}

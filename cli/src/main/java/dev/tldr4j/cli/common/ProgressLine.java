package dev.tldr4j.cli.common;

import java.util.List;

/**
 * How far work is, for a line of a terminal. A line that is too long would wrap, and what wraps is not drawn over but stays: so
 * the bar takes what the words leave, and words that find no room are left out, the last ones first.
 *
 * @param fraction of the work, from 0 to 1
 * @param details what else is known, the most important first
 */
record ProgressLine(String stage, double fraction, List<String> details) {
    private static final int WIDEST_BAR = 24;
    private static final int NARROWEST_BAR = 5;
    private static final String CUT = "...";

    /** The line, shorter than the terminal is wide: many wrap as soon as the last column is written. */
    String fitting(int columns) {
        int room = columns - 1;
        String state = (int) (100 * fraction) + " %";
        String name = cut(stage, room - state.length() - 1);
        for (String detail : details) {
            String longer = state + ", " + detail;
            if (name.length() + 1 + longer.length() > room) {
                break;
            }
            state = longer;
        }
        int bar = Math.min(WIDEST_BAR, room - name.length() - state.length() - " [] ".length());
        return name + " " + (bar < NARROWEST_BAR ? "" : bar(bar) + " ") + state;
    }

    private String bar(int width) {
        int full = (int) (fraction * width);
        return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
    }

    private static String cut(String text, int most) {
        return text.length() <= most
                ? text
                : text.substring(0, Math.max(0, most - CUT.length()))
                        + CUT.substring(0, Math.min(3, Math.max(0, most)));
    }
}

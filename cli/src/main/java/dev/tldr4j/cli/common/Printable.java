package dev.tldr4j.cli.common;

/**
 * Text for a terminal. Names, ids and metadata come from files of others: what would move the cursor, change colours or
 * turn the direction of reading is shown by its number instead.
 */
final class Printable {
    private Printable() {}

    /** The same text; line feeds and tabs stay. */
    static String of(String text) {
        StringBuilder shown = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHarmless(c)) {
                if (shown != null) {
                    shown.append(c);
                }
            } else {
                shown = shown == null ? new StringBuilder(text.substring(0, i)) : shown;
                shown.append(String.format("\\u%04x", (int) c));
            }
        }
        return shown == null ? text : shown.toString();
    }

    private static boolean isHarmless(char c) {
        boolean separator = c == '\u2028' || c == '\u2029';
        boolean direction = c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
        return c == '\n' || c == '\t' || !Character.isISOControl(c) && !separator && !direction;
    }
}

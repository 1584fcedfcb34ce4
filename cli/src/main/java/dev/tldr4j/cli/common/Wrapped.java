package dev.tldr4j.cli.common;

/** Text in lines of a given width, broken at white space alone: {@code pca:whitening=0.5} stays in one piece. */
public final class Wrapped {
    private Wrapped() {}

    /**
     * A paragraph as lines.
     *
     * @param width what a line may have, the first one as well
     * @param indent how many spaces stand before the second line and those below it, on top of the width
     */
    public static String text(String paragraph, int width, int indent) {
        var text = new StringBuilder();
        int column = 0;
        for (String word : paragraph.split(" ")) {
            if (column > 0 && column + 1 + word.length() > width) {
                text.append('\n').append(" ".repeat(indent));
                column = 0;
            }
            text.append(column > 0 ? " " : "").append(word);
            column += (column > 0 ? 1 : 0) + word.length();
        }
        return text.toString();
    }
}

package dev.tldr4j.cli.common;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as its widest cell, two spaces between them. */
public final class Table {
    public enum Align {
        LEFT,
        RIGHT
    }

    private static final String GAP = "  ";

    private final Align[] columns;
    private final List<String[]> rows = new ArrayList<>();

    public Table(Align... columns) {
        this.columns = columns;
    }

    /** Adds a row; there must be a cell for every column. */
    public Table row(String... cells) {
        if (cells.length != columns.length) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.length + " columns");
        }
        rows.add(cells.clone());
        return this;
    }

    /** The rows, each ended by a line feed, without spaces at the end of a line. */
    @Override
    public String toString() {
        int[] widths = widths();
        var text = new StringBuilder();
        for (String[] cells : rows) {
            var line = new StringBuilder();
            for (int c = 0; c < cells.length; c++) {
                String space = " ".repeat(widths[c] - cells[c].length());
                line.append(c == 0 ? "" : GAP).append(columns[c] == Align.RIGHT ? space + cells[c] : cells[c] + space);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[columns.length];
        for (String[] cells : rows) {
            for (int c = 0; c < cells.length; c++) {
                widths[c] = Math.max(widths[c], cells[c].length());
            }
        }
        return widths;
    }
}

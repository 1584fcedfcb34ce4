package dev.tldr4j.vectors.internal.parquet;

import java.io.IOException;

/** Turns the pages of a column of lists into rows. */
final class ListReader {
    /** Values that are looked at together. */
    static final int BLOCK = 4096;

    private final Column column;
    private final ParquetFile.NumberListener to;
    private final int[] repetitions = new int[BLOCK];
    private final int[] definitions = new int[BLOCK];
    private final int[] places = new int[BLOCK];
    private final byte[] numbers;
    private boolean begun;

    ListReader(Column column, ParquetFile.NumberListener to) {
        this.column = column;
        this.to = to;
        this.numbers = new byte[BLOCK * column.numberBytes()];
    }

    /** Reads all pages of a group of rows. */
    void read(Pages pages) throws IOException {
        begun = false;
        for (Page page = pages.next(); page != null; page = pages.next()) {
            read(page, pages.dictionary());
        }
    }

    private void read(Page page, Dictionary dictionary) throws IOException {
        Levels levels = new Levels(page, column);
        Values values = null;
        for (int left = page.values(); left > 0; left -= BLOCK) {
            int count = Math.min(left, BLOCK);
            levels.repetitions(repetitions, count);
            levels.definitions(definitions, count);
            requireAll(count);
            if (values == null) {
                values = Values.of(page, levels.end(), column, dictionary, places);
            }
            values.read(numbers, count);
            hand(count);
        }
    }

    private void requireAll(int count) {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += repetitions[i] == 0 ? 1 : 0;
            if (definitions[i] != column.maxDefinition()) {
                throw new MissingException(rows, definitions[i] >= column.listDefinition());
            }
        }
    }

    private void hand(int count) throws IOException {
        int width = column.numberBytes();
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (repetitions[i] == 0) {
                if (i > from) {
                    to.numbers(numbers, from * width, i - from);
                }
                from = i;
                begun = true;
                to.row();
            } else if (!begun) {
                throw ParquetException.damaged("a list goes on that has not begun");
            }
        }
        to.numbers(numbers, from * width, count - from);
    }
}

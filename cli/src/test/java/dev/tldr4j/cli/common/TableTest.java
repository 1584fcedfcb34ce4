package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        var table = new Table(Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT)
                .row("vectors", "numbers", "accuracy")
                .row("full", "784", "0.8010")
                .row("TLDR", "8", "0.7");

        assertThat(table).hasToString("""
                        vectors  numbers  accuracy
                        full         784    0.8010
                        TLDR           8       0.7
                        """);
    }

    @Test
    void linesHaveNoSpacesAtTheirEnd() {
        assertThat(new Table(Table.Align.LEFT, Table.Align.LEFT)
                        .row("a", "long")
                        .row("b", ""))
                .hasToString("a  long\nb\n");
    }

    @Test
    void everyColumnNeedsACell() {
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT);

        assertThatThrownBy(() -> table.row("alone")).hasMessage("1 cells for 2 columns");
    }
}

package dev.tldr4j.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SavingsTableTest {
    @Test
    void aRowSaysWhatIsStoredAndWhatItCosts() {
        SavingsTable table = new SavingsTable("its statistics");
        table.add("reduced, 128", "float", 12_340_000, 5_000_000, new Answers(0.49123, 1.256));

        assertThat(table).hasToString("""
                | vectors | stored as | MB on disk | MB in memory, by its statistics | ms a query, p50 | nDCG@10 |
                |---|---|---|---|---|---|
                | reduced, 128 | float | 12.3 | 5.0 | 1.26 | 0.4912 |""");
    }
}

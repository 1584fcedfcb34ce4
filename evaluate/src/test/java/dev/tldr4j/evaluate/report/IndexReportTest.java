package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexReportTest {
    @TempDir
    Path folder;

    @Test
    void oneFileHoldsAllAndAsksTheNetworkForNothing() throws IOException {
        Path html = folder.resolve("report.html");
        IndexReport.write(SampleIndexes.mixed(), html);

        assertThat(Files.readString(html))
                .startsWith("<!DOCTYPE html>")
                .contains("default-src 'none'", "Chart.js v4", "48 bytes a vector keep 99 %")
                .doesNotContain("sourceMappingURL", "{{")
                .doesNotContainPattern("<script[^>]* src=|<link[^>]* href=\"(?!data:,\")|@import|url\\(");
    }

    @Test
    void hostileTextStaysInsideTheData() throws IOException {
        Map<String, Object> results = SampleIndexes.mixed();
        results.put("title", "</script><script>alert(1)</script>");
        SampleIndexes.cell(results, 3).put("method", "<img src=x onerror=alert(1)>");

        assertThat(IndexReport.page(results)).doesNotContain("<script>alert", "<img src=x");
    }

    @Test
    void aFigureThatIsMissingIsRefusedByName() {
        Map<String, Object> results = SampleIndexes.mixed();
        SampleIndexes.cell(results, 2).remove("p50Micros");

        assertThatThrownBy(() -> IndexReport.page(results))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("indexes[2].p50Micros should be a number");
    }
}

package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    @TempDir
    Path folder;

    @Test
    void oneFileHoldsAllAndAsksTheNetworkForNothing() throws IOException {
        Path html = folder.resolve("report.html");
        HtmlReport.write(SampleResults.of(100), html);
        String page = Files.readString(html);
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("default-src 'none'")
                .contains("Chart.js v4")
                .doesNotContain("sourceMappingURL")
                .doesNotContain("{{")
                .doesNotContainPattern("<script[^>]* src=|<link[^>]* href=\"(?!data:,\")|@import|url\\(");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(html);
        }
    }

    @Test
    void threeHundredCellsAndFiveThousandPointsStayUnderOneMegabyte() throws IOException {
        Map<String, Object> results = SampleResults.of(5000);
        assertThat((List<?>) results.get("cells")).hasSizeGreaterThanOrEqualTo(300);
        assertThat(HtmlReport.page(results).length()).isLessThan(1_000_000);
    }

    @Test
    void hostileTextStaysInsideTheData() throws IOException {
        String page = HtmlReport.page(HostileResults.results());
        String data = data(page);
        assertThat(data).doesNotContainPattern("[<>&\u2028\u2029]");
        String rest = page.replace(data, "");
        assertThat(rest).doesNotContain("window.hacked");
        assertThat(page.split("</script>", -1)).hasSize(4); // our three, and what follows
        // and it is still the same text
        Map<?, ?> read = (Map<?, ?>) Json.parse(data);
        assertThat(read.get("title")).isEqualTo(String.join(" ", HostileResults.TEXTS));
        assertThat(read.get("mapLabels")).isEqualTo(HostileResults.TEXTS);
    }

    @Test
    void onlyFormatTaskSettingsFullAndCellsMustBeThere() throws IOException {
        Map<String, Object> results = new LinkedHashMap<>(SampleResults.of(10));
        results.keySet().retainAll(List.of("format", "task", "settings", "full", "cells"));
        assertThat(HtmlReport.page(results)).contains("\"curves\":[]").contains("\"maps\":[]");
    }

    @Test
    void longCurvesAreThinnedAndKeepTheirEnd() throws IOException {
        List<Integer> steps = new ArrayList<>();
        for (int i = 1; i <= 5000; i++) {
            steps.add(i);
        }
        Map<String, Object> results = with("curves", List.of(curve(steps, steps)));
        Map<?, ?> read = (Map<?, ?>) Json.parse(data(HtmlReport.page(results)));
        List<?> points = (List<?>) ((Map<?, ?>) ((List<?>) read.get("curves")).get(0)).get("points");
        assertThat(points).hasSizeBetween(150, 201);
        assertThat(points.get(0)).isEqualTo(List.of(1L, 1.0));
        assertThat(points.get(points.size() - 1)).isEqualTo(List.of(5000L, 5000.0));
    }

    @Test
    void brokenCurvesAndMapsAreRefusedByName() {
        assertRefused(with("curves", List.of(curve(List.of(1, 2), List.of(3)))), "curves[0].loss should be as long");
        assertRefused(with("curves", List.of(curve(List.of("a"), List.of(3)))), "curves[0].steps");
        assertRefused(with("maps", List.of(Map.of("name", "pca", "points", List.of(List.of(1))))), "maps[0].points");
        assertRefused(with("maps", 5), "maps should be a list");
        assertRefused(with("mapLabels", List.of(5)), "mapLabels should be a list of texts");
        assertRefused(with("mapLabels", List.of("5")), "maps[0].points should be as many as mapLabels");
        assertRefused(with("created", 5), "created should be text");
        assertRefused(with("settings", null), "settings should be an object");
    }

    @Test
    void theFolderMustBeThere() {
        assertThatThrownBy(() -> HtmlReport.write(SampleResults.of(10), folder.resolve("nowhere/report.html")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("does not exist");
    }

    private static Map<String, Object> with(String part, Object value) {
        Map<String, Object> results = new LinkedHashMap<>(SampleResults.of(10));
        results.put(part, value);
        return SampleResults.parsed(results);
    }

    private static Map<String, Object> curve(List<?> steps, List<?> loss) {
        return Map.of("method", "tldr", "dims", 8, "seed", 0, "steps", steps, "loss", loss);
    }

    private static void assertRefused(Map<String, Object> results, String message) {
        assertThatThrownBy(() -> HtmlReport.page(results))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private static String data(String page) {
        Matcher data = Pattern.compile(
                        "<script type=\"application/json\" id=\"results\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(data.find()).isTrue();
        return data.group(1);
    }
}

package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/** The page of indexes in a real browser. */
@EnabledIf(value = "dev.tldr4j.evaluate.report.Browser#isInstalled", disabledReason = Browser.MISSING)
class IndexReportBrowserTest {
    @TempDir
    static Path folder;

    private static Browser browser;
    private static Path page;

    @BeforeAll
    static void openABrowser() throws IOException {
        browser = Browser.start();
        page = folder.resolve("indexes.html");
        IndexReport.write(SampleIndexes.mixed(), page);
    }

    @AfterAll
    static void closeIt() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingIsComplainedAboutAndNothingIsLoaded() {
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)"))
                .isEqualTo(List.of());
    }

    @Test
    void theVerdictStandsOnTopAndTheChartsAreDrawn() {
        open();
        assertThat(text("#headline")).startsWith("48 bytes a vector keep 99 %");
        assertThat(browser.run("return document.querySelectorAll('#sentences li').length"))
                .isEqualTo(4L);
        for (String chart : List.of("by-memory", "by-disk", "by-time")) {
            assertThat(points(chart)).as(chart).isEqualTo(8L);
            assertThat((Long) browser.run("return charts.get('" + chart + "').getDatasetMeta(0).data.length"))
                    .isPositive();
        }
        assertThat(text("#table")).contains("neighborhood-nested 128 by 32", "whole outputs");
        assertThat(browser.run("return document.querySelectorAll('#table tbody tr').length"))
                .isEqualTo(8L);
    }

    /** By hand: 48 bytes have .495 at best, 64 no more, and 1,536 bytes .5. */
    @Test
    void theFrontJoinsTheBestAtEachSize() {
        open();
        assertThat(browser.run("return charts.get('by-memory').data.datasets.find(set => set.isFrontier).data"
                        + ".map(point => point.x + ' ' + point.y).join()"))
                .isEqualTo("48 0.495,1536 0.5");
    }

    /** By hand: of what is reduced some keeps 99 %, so only that and full vectors are compared by time and memory. */
    @Test
    void timeAgainstMemoryIsOfWhatKeepsEnough() {
        open();
        assertThat(text("#kept")).isEqualTo("99");
        assertThat((Long) points("memory-and-time")).isBetween(2L, 7L);
        assertThat(browser.run("return charts.get('memory-and-time').data.datasets.flatMap(set => set.data)"
                        + ".every(point => share(point.row, 'ndcg@10') >= .99)"))
                .isEqualTo(true);
    }

    @Test
    void whatIsReRankedIsBesideTheSameWithoutThat() {
        open();
        assertThat(browser.run("return charts.get('by-candidates').data.datasets.filter(set => set.borderDash.length)"
                        + ".flatMap(set => set.data).every(point => point.row.reranked === 'no')"))
                .isEqualTo(true);
        assertThat((Long) points("by-candidates")).isGreaterThan(3);
    }

    @Test
    void whatIsReRankedMethodsAndQuantizationsCanBeHidden() {
        open();
        new Select(browser.driver().findElement(By.cssSelector("#reranked"))).selectByVisibleText("no");
        assertThat(points("by-time")).isEqualTo(4L);
        browser.driver()
                .findElement(By.cssSelector("#methods input[value='pca']"))
                .click();
        assertThat(points("by-time")).isEqualTo(3L);
        browser.driver()
                .findElement(By.cssSelector("#storages input[value='bit']"))
                .click();
        assertThat(points("by-time")).isEqualTo(2L);
    }

    private static Object points(String chart) {
        return browser.run("return charts.get('" + chart
                + "').data.datasets.filter(set => !set.isFrontier).reduce((sum, set) => sum + set.data.length, 0)");
    }

    private static String text(String selector) {
        return browser.driver().findElement(By.cssSelector(selector)).getText();
    }

    private static void open() {
        browser.setScreen(1280, 900, false, "light");
        browser.open(page);
    }
}

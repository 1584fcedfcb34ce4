package dev.tldr4j.evaluate.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Writes a report of made-up results and pictures of it into target/sample-report, to look at while working on the page. Not
 * a test, so it runs only when asked for: docs/reference/report.md says how. The picture in docs/images comes from here.
 */
@EnabledIf(value = "dev.tldr4j.evaluate.report.Browser#isInstalled", disabledReason = Browser.MISSING)
class SampleReport {
    @Test
    void write() throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "sample-report"));
        Path html = folder.resolve("report.html").toAbsolutePath();
        HtmlReport.write(SampleResults.of(5000), html);
        try (Browser browser = Browser.start()) {
            browser.setScreen(1280, 1180, false, "light");
            browser.open(html);
            Files.write(folder.resolve("report.png"), browser.screenshot());
            Files.write(folder.resolve("report.pdf"), browser.pdf());
            picture(browser, html, 1280, false, "light", folder.resolve("whole.png"));
            picture(browser, html, 1280, false, "dark", folder.resolve("dark.png"));
            picture(browser, html, 390, true, "light", folder.resolve("phone.png"));
        }
    }

    private static void picture(Browser browser, Path html, int width, boolean mobile, String scheme, Path file)
            throws IOException {
        browser.setScreen(width, 844, mobile, scheme);
        browser.open(html);
        int height = ((Number) browser.run("return document.documentElement.scrollHeight")).intValue();
        browser.setScreen(width, height, mobile, scheme);
        Files.write(file, browser.screenshot());
    }
}

package dev.tldr4j.evaluate.report;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a report of made-up results, to look at while working on the page: see docs/reference/report.md. */
final class SampleReport {
    private SampleReport() {}

    public static void main(String[] args) throws IOException {
        Path html = Path.of(args.length > 0 ? args[0] : "sample-report.html");
        HtmlReport.write(SampleResults.of(5000), html);
        System.out.println(html);
    }
}

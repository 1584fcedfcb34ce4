package dev.tldr4j.evaluate.report;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what a comparison found as one HTML file that needs nothing else: style, scripts, the chart library and the data are
 * all in it, and its own policy forbids it the network.
 */
public final class HtmlReport {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final List<String> SCRIPTS =
            List.of("page.js", "look.js", "charts.js", "map.js", "columns.js", "table.js", "report.js");

    private HtmlReport() {}

    /**
     * Writes the page; it appears under its name only when complete.
     *
     * @param results results.json, parsed
     * @param html the file to write
     * @throws dev.tldr4j.encoder.InvalidInputException if a part of the results that is needed is missing or of another type,
     *     or no file can be written there
     */
    public static void write(Map<String, Object> results, Path html) throws IOException {
        AtomicFile.writeText(html, page(results));
    }

    static String page(Map<String, Object> results) throws IOException {
        return page("report.html", SCRIPTS, ReportData.of(results));
    }

    /** A page from a template, with these scripts and data. */
    static String page(String template, List<String> scripts, Object data) throws IOException {
        String style = resource("report.css");
        String library = chartLibrary();
        StringBuilder script = new StringBuilder();
        for (String name : scripts) {
            script.append(resource(name)).append('\n');
        }
        Map<String, String> parts = Map.of(
                "policy", policy(style, library, script.toString()),
                "style", style,
                "library", library,
                "script", script.toString(),
                "data", asData(data));
        // One pass over our own template: what the data holds is never looked at for places.
        return PLACE.matcher(resource(template))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    /** Only these very scripts run and only this style applies: should text ever become markup, it could still do nothing. */
    private static String policy(String style, String... scripts) {
        StringBuilder policy =
                new StringBuilder("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ");
        policy.append("style-src ").append(hash(style)).append("; script-src");
        for (String script : scripts) {
            policy.append(' ').append(hash(script));
        }
        return policy.toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** JSON in which nothing can end a script element or begin markup. Such characters occur inside its texts only. */
    private static String asData(Object value) {
        return Json.write(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    /** Chart.js, from its jar. The version is part of the path there, and the jar says it. */
    private static String chartLibrary() throws IOException {
        Properties jar = new Properties();
        jar.load(new StringReader(resource("/META-INF/maven/org.webjars.npm/chart.js/pom.properties")));
        String path = "/META-INF/resources/webjars/chart.js/" + jar.getProperty("version") + "/dist/chart.umd.min.js";
        // Without the pointer to a source map, which developer tools would try to load.
        return resource(path).replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            // Browsers turn line ends into \n before they take the hash.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }
}

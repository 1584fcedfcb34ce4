package dev.tldr4j.evaluate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results in which every text tries to become markup or code. */
final class HostileResults {
    /** Each would set window.hacked, were it ever taken for markup or script. */
    static final List<String> TEXTS = List.of(
            "</script><script>window.hacked=1</script>",
            "<img src=x onerror=\"window.hacked=1\">",
            "\"';window.hacked=1;//",
            "<!--<script>",
            "]]>&lt;b&gt;&amp;</style><svg onload=window.hacked=1>",
            "line\u2028and\u2029paragraph\n\u0000\u202e",
            "${window.hacked=1}{{policy}}{{data}}\\u003cb$1",
            "__proto__",
            "constructor");

    private HostileResults() {}

    static Map<String, Object> results() {
        List<Map<String, Object>> cells = new ArrayList<>();
        List<Map<String, Object>> curves = new ArrayList<>();
        List<Map<String, Object>> maps = new ArrayList<>();
        List<List<Integer>> points = new ArrayList<>();
        Map<String, Object> measures = new LinkedHashMap<>();
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS.size(); i++) {
            measures.put(TEXTS.get(i), 0.9);
            named.put(TEXTS.get(i), TEXTS.get(i));
            points.add(List.of(i, i * i));
        }
        for (String text : TEXTS) {
            for (boolean failed : new boolean[] {false, true}) {
                Map<String, Object> cell = new LinkedHashMap<>();
                cell.put("method", text);
                cell.put("dims", 8);
                cell.put("storage", text);
                cell.put("seed", 0);
                cell.put("measures", measures);
                cell.put("bytesPerVector", 32);
                cell.put("failed", failed ? text : null);
                cells.add(cell);
            }
            curves.add(Map.of("method", text, "dims", 8, "seed", 0, "steps", List.of(1, 2), "loss", List.of(2, 1)));
            maps.add(Map.of("name", text, "points", points));
        }
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("format", 1);
        results.put("version", TEXTS.get(0));
        results.put("created", TEXTS.get(1));
        results.put("title", String.join(" ", TEXTS));
        results.put("task", Map.of("kind", TEXTS.get(0), "main", TEXTS.get(0), "measures", TEXTS, "files", named));
        results.put("settings", named);
        results.put("full", Map.of("measures", measures, "bytesPerVector", 400));
        results.put("cells", cells);
        results.put("curves", curves);
        results.put("maps", maps);
        results.put("mapLabels", TEXTS);
        return SampleResults.parsed(results);
    }
}

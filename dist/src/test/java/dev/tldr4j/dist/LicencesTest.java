package dev.tldr4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.internal.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive's jars, as its list of parts (CycloneDX) and NOTICE have them. */
class LicencesTest {
    private static final Set<String> ALLOWED = Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause");

    private static Unpacked unpacked;

    @BeforeAll
    static void unpack(@TempDir Path folder) throws Exception {
        unpacked = Unpacked.in(folder);
    }

    @Test
    void everyJarIsInTheListOfParts() throws Exception {
        var listed = new TreeSet<String>();
        for (Map<String, Object> part : parts()) {
            listed.add(part.get("name") + "-" + part.get("version"));
        }

        for (Path jar : unpacked.jars()) {
            String name = jar.getFileName().toString().replaceFirst("(-(linux|macosx|windows)-\\w+)?\\.jar$", "");
            assertThat(listed).contains(name);
        }
    }

    @Test
    void everyPartIsUnderALicenceThatMayBeShipped() throws Exception {
        var other = new TreeMap<String, Set<String>>();
        for (Map<String, Object> part : parts()) {
            Set<String> licences = licences(part);
            // of several the user may choose
            if (licences.stream().noneMatch(ALLOWED::contains)) {
                other.put((String) part.get("name"), licences);
            }
        }

        assertThat(other).isEmpty();
    }

    @Test
    void everyPartIsInTheNotice() throws Exception {
        String notice = Files.readString(unpacked.home().resolve("NOTICE"));

        for (Map<String, Object> part : parts()) {
            String name = (String) part.get("name");
            if (!name.startsWith("tldr4j-")) {
                assertThat(notice).containsPattern("[ ,]" + java.util.regex.Pattern.quote(name) + "[ ,]");
            }
        }
    }

    @Test
    void theNoticeNamesNothingElse() throws Exception {
        assumeTrue(Files.isDirectory(unpacked.home().resolve("lib/lucene")), "built without Lucene");
        Set<String> parts = new TreeSet<>();
        for (Map<String, Object> part : parts()) {
            parts.add((String) part.get("name"));
        }
        String notice = Files.readString(unpacked.home().resolve("NOTICE"));
        String listed = notice.substring(notice.indexOf("Apache licence, version 2.0\n"), notice.indexOf("With the"));

        assertThat(listed.lines()
                        .filter(line -> line.startsWith("  "))
                        .map(line -> line.strip().split("\\s{2,}")[0].replaceAll("\\(.*\\)", ""))
                        .flatMap(names -> Stream.of(names.split(",")))
                        .map(String::strip))
                .isNotEmpty()
                .isSubsetOf(parts);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> parts() throws Exception {
        String text = Files.readString(unpacked.home().resolve("tldr4j.cdx.json"));
        return (List<Map<String, Object>>) ((Map<String, Object>) Json.parse(text)).get("components");
    }

    @SuppressWarnings("unchecked")
    private static Set<String> licences(Map<String, Object> part) {
        var names = new TreeSet<String>();
        for (Map<String, Object> each : (List<Map<String, Object>>) part.getOrDefault("licenses", List.of())) {
            var licence = (Map<String, Object>) each.getOrDefault("license", Map.of());
            names.add(String.valueOf(licence.getOrDefault("id", licence.get("name"))));
        }
        return names;
    }
}

package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Java on a page is code of an example, which the tests of the example's own module compile and run. */
class PagesTest {
    private static final String ELASTICSEARCH =
            "servers/elasticsearch/src/test/java/dev/tldr4j/servers/elasticsearch/ElasticsearchExample.java";
    private static final String OPEN_SEARCH =
            "servers/opensearch/src/test/java/dev/tldr4j/servers/opensearch/OpenSearchExample.java";
    private static final String SOLR = "servers/solr/src/test/java/dev/tldr4j/servers/solr/SolrExample.java";
    private static final String PGVECTOR =
            "servers/pgvector/src/test/java/dev/tldr4j/servers/pgvector/PgvectorExample.java";

    private static final Pattern OUR_TYPE = Pattern.compile("import (dev\\.tldr4j[a-z0-9.]*)\\.([A-Z]\\w+);");

    /** Pages, each with the examples it shows parts of. */
    static Stream<Arguments> pages() {
        return Stream.of(
                arguments("README.md", List.of("learn/src/test/java/dev/tldr4j/examples/ReadmeExample.java")),
                arguments(
                        "docs/how-to/fit-from-java.md",
                        List.of("evaluate/src/test/java/dev/tldr4j/evaluate/FitFromJavaExample.java")),
                arguments(
                        "docs/how-to/search-with-lucene.md",
                        List.of("lucene/src/test/java/dev/tldr4j/examples/LuceneExample.java")),
                arguments(
                        "docs/how-to/use-with-langchain4j.md",
                        List.of("langchain4j/src/test/java/dev/tldr4j/langchain4j/LangChain4jExample.java")),
                arguments(
                        "docs/how-to/use-with-spring-ai.md",
                        List.of("spring-boot-starter/src/test/java/dev/tldr4j/springboot/SpringAiExample.java")),
                arguments(
                        "docs/how-to/use-with-quarkus.md",
                        List.of("examples/src/test/java/dev/tldr4j/examples/QuarkusExample.java")),
                arguments(
                        "docs/how-to/reduce-on-spark.md",
                        List.of("spark/src/test/java/dev/tldr4j/spark/SparkExample.java")),
                arguments("docs/how-to/use-with-elasticsearch.md", List.of(ELASTICSEARCH)),
                arguments("docs/how-to/use-with-opensearch.md", List.of(OPEN_SEARCH)),
                arguments("docs/how-to/use-with-solr.md", List.of(SOLR)),
                arguments("docs/how-to/use-with-pgvector.md", List.of(PGVECTOR)),
                arguments(
                        "docs/how-to/keep-the-encoder-id-with-the-index.md",
                        List.of(ELASTICSEARCH, OPEN_SEARCH, SOLR, PGVECTOR)));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showTheCodeAsItIs(String page, List<String> examples) throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String example : examples) {
            sources.append(withoutLayout(Files.readString(Page.ROOT.resolve(example))));
        }
        assertThat(new Page(page).blocks("java")).isNotEmpty().allSatisfy(block -> assertThat(sources)
                .contains(withoutLayout(block)));
    }

    /** Who copies a snippet has to import its types. */
    @ParameterizedTest
    @MethodSource("pages")
    void sayInWhichPackagesTheTypesAre(String page, List<String> examples) throws IOException {
        String text = Files.readString(Page.ROOT.resolve(page));
        String code = String.join("\n", new Page(page).blocks("java"));
        for (String example : examples) {
            Matcher imported = OUR_TYPE.matcher(Files.readString(Page.ROOT.resolve(example)));
            while (imported.find()) {
                String last = imported.group(1).substring(imported.group(1).lastIndexOf('.') + 1);
                if (code.matches("(?s).*\\b" + imported.group(2) + "\\b.*")) {
                    assertThat(text)
                            .as(imported.group(2))
                            .containsPattern(Pattern.quote(imported.group(1)) + "|`\\.?" + last + "`");
                }
            }
        }
    }

    private static String withoutLayout(String code) {
        return code.replaceAll("\\s+", "");
    }
}

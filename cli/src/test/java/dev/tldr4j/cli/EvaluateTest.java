package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measuring vectors in the forms in which they are stored, and by every task. */
class EvaluateTest {
    private static final int DIMS = 16;

    @TempDir
    Path folder;

    private Path docs;
    private Path queries;

    @BeforeEach
    void files() throws IOException {
        docs = Samples.vectors(folder.resolve("docs.npy"), 300, DIMS, 1);
        queries = Samples.vectors(folder.resolve("queries.npy"), 40, DIMS, 2);
    }

    private Run retrieval(Object... more) throws IOException {
        return Run.tldr4j(with(more, "evaluate", "retrieval", "--docs", docs, "--queries", queries));
    }

    private static Object[] with(Object[] more, Object... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of(more));
        return all.toArray();
    }

    private Path protocol(String text) throws IOException {
        return Files.writeString(folder.resolve("protocol.tsv"), text);
    }

    @Test
    void theProtocolsOfRevisitedOxfordAndParis() throws IOException {
        Path protocol = protocol("query\tdocument\tkind\n0\t4\teasy\n0\t8\thard\n0\t1\tjunk\n3\t7\teasy\n");

        Map<String, Object> json = retrieval("--protocol", protocol, "--storage", "int8", "--baseline", "--json")
                .json();

        assertThat(json)
                .containsKeys("map_medium", "map_hard", "mp@1_medium", "mp@5_medium", "mp@10_medium", "mp@10_hard")
                .containsEntry("queries", 2L)
                .containsEntry("hardQueries", 1L)
                .containsEntry("skippedQueries", 38L)
                .containsEntry("documents", 300L)
                .doesNotContainKey("map");
        assertThat(Json.write(json.get("baseline"))).contains("map_hard");
        assertThat(retrieval("--protocol", protocol, "--quiet").out())
                .startsWith("Means over 2 queries with a relevant document (1 with a hard one, 38 without),")
                .contains("\nmap_medium ", "\nmp@10_hard ");
    }

    @Test
    void judgmentsComeInOneFormOnly() throws IOException {
        Path file = protocol("0\t4\teasy\n");
        assertRefused(retrieval(), "give either --qrels or --protocol");
        assertRefused(retrieval("--qrels", file, "--protocol", file), "give either --qrels or --protocol");
        assertRefused(retrieval("--protocol", file, "--exclude", file), "--exclude goes with --qrels", "junk");
        assertRefused(retrieval("--protocol", protocol("0\t4\t1\n")), "protocol.tsv line 1", "easy, hard and junk");
    }

    @Test
    void vectorsAreMeasuredInTheFormInWhichTheyAreStored() throws IOException {
        Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "0\t4\t1\n1\t5\t1\n");

        assertThat(retrieval("--qrels", qrels, "--storage", "bit-rerank", "--json")
                        .json())
                .containsEntry("storage", "bit-rerank")
                .containsEntry("bytesPerVector", 2.0 + 16 + 64)
                .containsEntry("sharedBytes", 64L);
        assertThat(retrieval("--qrels", qrels, "--json").json())
                .containsEntry("storage", "float")
                .containsEntry("bytesPerVector", 64.0);
        assertThat(retrieval("--qrels", qrels, "--storage", "half", "--quiet").out())
                .contains("16 numbers, as half  16 numbers  of full");
        assertRefused(retrieval("--qrels", qrels, "--storage", "int3"), "there is no storage int3; there are float,");
        assertRefused(retrieval("--qrels", qrels, "--storage", "pq32"), "pq32", "need at least 32 dimensions");
    }

    private Run knn(Object... more) throws IOException {
        Path docLabels = Samples.labels(folder.resolve("doc-labels.npy"), 300);
        Path queryLabels = Samples.labels(folder.resolve("query-labels.npy"), 40);
        return Run.tldr4j(with(
                more,
                "evaluate",
                "knn",
                "--train",
                docs,
                "--train-labels",
                docLabels,
                "--test",
                queries,
                "--test-labels",
                queryLabels));
    }

    @Test
    void theWeightedVoteHasItsOwnDefaults() throws IOException {
        assertThat(knn("--vote", "weighted", "--json").json())
                .containsEntry("accuracy", 1.0)
                .containsEntry("vote", "weighted")
                .containsEntry("k", 20L)
                .containsEntry("temperature", 0.07)
                .containsEntry("metric", "cosine");
        assertThat(knn("--json").json())
                .containsEntry("vote", "plain")
                .containsEntry("k", 100L)
                .containsEntry("metric", "cosine")
                .doesNotContainKey("temperature");
        assertThat(knn("--vote", "weighted", "--storage", "bit-rerank", "--quiet")
                        .out())
                .startsWith("Weighted vote of the 20 nearest");
    }

    @Test
    void theWeightedVoteKnowsOnlyAngles() throws IOException {
        assertRefused(knn("--vote", "weighted", "--metric", "l2"), "--vote weighted compares by cosine");
        assertRefused(knn("--temperature", "0.1"), "--temperature belongs to --vote weighted");
        assertRefused(knn("--vote", "weighted", "--temperature", "0"), "temperature is 0.0; it must be above 0");
    }

    private Run overlap(Object... more) {
        return Run.tldr4j(with(more, "evaluate", "overlap", "--input", docs));
    }

    @Test
    void overlapNeedsNoJudgments() {
        Path model = folder.resolve("encoder.safetensors");
        Run.succeeds(Samples.quickFit(docs, 4, model, "--quiet"));

        Map<String, Object> json =
                overlap("--model", model, "--storage", "int8", "--json").json();

        assertThat(json)
                .containsEntry("k", 10L)
                .containsEntry("queries", 300L)
                .containsEntry("rows", 300L)
                .containsEntry("dims", 4L)
                .containsEntry("fullDims", 16L)
                .containsEntry("bytesPerVector", 4.0 + 16);
        assertThat((double) json.get("overlap")).isBetween(0.1, 0.99);
        assertThat((double) overlap("--storage", "half", "--json").json().get("overlap"))
                .isGreaterThan(0.99);
        assertThat(overlap("--model", model, "-k", 5, "--quiet").out())
                .startsWith("Share of the 5 nearest neighbours in full")
                .contains("\n4 numbers, by encoder.safetensors ");
    }

    @Test
    void overlapNeedsSomethingToCompareWith() throws IOException {
        assertRefused(overlap(), "there is nothing to compare", "give --model, --storage or both");
        assertRefused(overlap("--storage", "half", "-k", 300), "k is 300");
    }

    private static void assertRefused(Run run, String... told) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("tldr4j: ");
        assertThat(run.err().lines().filter(line -> line.startsWith("tldr4j: ")))
                .hasSize(1);
        assertThat(run.err()).contains(told);
        assertThat(run.out()).isEmpty();
    }
}

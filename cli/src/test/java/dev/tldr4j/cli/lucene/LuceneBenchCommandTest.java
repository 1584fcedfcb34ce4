package dev.tldr4j.cli.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.Run;
import dev.tldr4j.cli.common.MethodList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command says where it cannot work. What it measures is tested in lucene-bench, on a newer Java. */
class LuceneBenchCommandTest {
    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void anOlderJavaIsOneLineThatSaysWhatToDo() {
        assertRefused(
                run("--input", "x.npy", "--dims", 8),
                "lucene-bench needs Java 21 or newer, and this is Java "
                        + Runtime.version().feature() + "; install one, or set JAVA_HOME to it");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void withoutLuceneOnTheClassPathItSaysHowToStartIt() {
        assertRefused(
                run("--input", "x.npy", "--dims", 8),
                "the module lucene-bench is not on the class path; start the command with ./tldr4j");
    }

    @Test
    void somethingToReduceByIsNeeded() {
        assertRefused(run("--input", "x.npy"), "say what to reduce by: give --bytes, --dims or --model");
    }

    @ParameterizedTest
    @CsvSource({
        "--candidates, 9, at least 10 are needed",
        "--oversample, 0, at least 1 is needed",
        "--shortlist, 0, at least 1 is needed",
        "--max-connections, 1, must be from 2 to 512",
        "--beam-width, 3201, must be from 1 to 3200"
    })
    void numbersThatLuceneDoesNotTakeAreRefused(String option, String value, String message) {
        assertRefused(run("--input", "x.npy", "--dims", 8, option, value), option + " " + value + ": " + message);
    }

    @Test
    void methodsMustGiveEncodersOfSomeSize() {
        assertRefused(
                run("--input", "x.npy", "--dims", 8, "--methods", "pca,umap"),
                "--methods umap: gives no encoder, so queries cannot be reduced; leave it out");
        assertRefused(
                run("--input", "x.npy", "--model", "m.safetensors", "--methods", "truncate"),
                "--methods learn encoders of so many dimensions: give --dims too");
    }

    @Test
    void commasAndSpacesPartMethodsButNotTheirSettings() {
        assertThat(MethodList.split(List.of("pca,pca:mean=kept", "tldr:loss=mse,steps=500,truncate", "pca")))
                .containsExactly("pca", "pca:mean=kept", "tldr:loss=mse,steps=500", "truncate");
    }

    @Test
    void anUnknownQuantizationNamesThoseThereAre() {
        Run run = Run.tldr4j("lucene-bench", "--input", "x.npy", "--dims", 8, "--quantization", "pq");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).containsIgnoringCase("[none, int8, int4, int2, bit]");
    }

    private static Run run(Object... options) {
        Object[] args = new Object[options.length + 1];
        args[0] = "lucene-bench";
        System.arraycopy(options, 0, args, 1, options.length);
        return Run.tldr4j(args);
    }

    private static void assertRefused(Run run, String message) {
        assertThat(run.err()).isEqualTo("tldr4j: " + message + "\n");
        assertThat(run.code()).isEqualTo(2);
    }
}

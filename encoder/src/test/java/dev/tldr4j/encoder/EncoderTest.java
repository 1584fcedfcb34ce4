package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderTest {
    private static final Map<String, String> NORMALIZE = Map.of("normalize", "true");

    /** y = (1·x0 + 2·x1 + 3·x2 + 10, 4·x0 + 5·x1 + 6·x2 + 20) */
    private final Encoder small =
            Encoder.affine(new float[] {1, 2, 3, 4, 5, 6}, new float[] {10, 20}, Map.of("method", "by hand"));

    @Test
    void anAffineEncoderMultipliesAndAdds() {
        assertThat(small.encode(new float[] {1, 0, 2})).containsExactly(17, 36);
        assertThat(small.inputDims()).isEqualTo(3);
        assertThat(small.outputDims()).isEqualTo(2);
    }

    @Test
    void anMlpHasAReluBetweenItsLayersAndNoneAfterTheLast() {
        Affine swap = new Affine(new float[] {0, 1, 1, 0}, new float[] {0, 0});
        Affine minus = new Affine(new float[] {-1, 0, 0, -1}, new float[] {0, 1});
        Encoder mlp = Encoder.mlp(List.of(swap, minus), Map.of());

        // (-3, 5) → swapped (5, -3) → ReLU (5, 0) → (-5, 1)
        assertThat(mlp.encode(new float[] {-3, 5})).containsExactly(-5, 1);
        assertThat(mlp.layers()).containsExactly(swap, minus);
    }

    @Test
    void aTruncatedEncoderGivesTheFirstNumbers() {
        Encoder first = small.truncated(1);

        assertThat(first.encode(new float[] {1, 0, 2})).containsExactly(17);
        assertThat(first.prefixOf()).contains(small.id());
        assertThat(first.id()).isNotEqualTo(small.id());
        assertThat(first.metadata()).containsEntry("method", "by hand").containsEntry("output_dims", "1");
        assertThat(small.truncated(2)).isSameAs(small);
        assertThat(small.prefixOf()).isEmpty();
        for (int size : new int[] {-1, 0, 3}) {
            assertThatThrownBy(() -> small.truncated(size))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("encoder " + small.id() + ": gives 2 numbers, which cannot be truncated to " + size
                            + "; take 1 to 2");
        }
    }

    @Property(tries = 100)
    void aPrefixOfAPrefixIsAPrefixOfTheWhole(
            @ForAll long seed,
            @ForAll @Size(min = 2, max = 4) List<@IntRange(min = 3, max = 20) Integer> dims,
            @ForAll boolean normalize) {
        Encoder whole = Samples.encoder(
                seed,
                normalize ? NORMALIZE : Map.of(),
                dims.stream().mapToInt(Integer::intValue).toArray());
        float[] vector = Samples.vector(new Random(seed + 1), whole.inputDims());

        Encoder prefix = whole.truncated(2).truncated(1);

        assertThat(prefix.id()).isEqualTo(whole.truncated(1).id());
        assertThat(prefix.prefixOf()).contains(whole.id());
        float[] outputs = whole.encode(vector);
        float[] first = prefix.encode(vector);
        if (!normalize) {
            assertThat(first).containsExactly(outputs[0]);
        } else if (outputs[0] != 0) {
            assertThat(first).containsExactly(Math.signum(outputs[0]));
        }
    }

    @Test
    void anEncoderKnowsThePrefixesItWasLearnedFor() {
        Encoder nested =
                Encoder.affine(new float[] {1, 2, 3}, new float[3], Map.of("prefixes", "1,2,3", "held_out_mrr", "0.5"));

        assertThat(nested.prefixes()).containsExactly(1, 2, 3);
        assertThat(nested.truncated(2).prefixes()).containsExactly(1, 2);
        assertThat(nested.truncated(2).metadata())
                .as("a score of the whole says nothing of a prefix")
                .doesNotContainKey("held_out_mrr");
        assertThat(nested.normalized().prefixes()).containsExactly(1, 2, 3);
        assertThat(small.prefixes()).isEmpty();
        assertThat(small.truncated(1).prefixes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "4", "2,1", "1,1", "1,,2", "1,", "x", "-1", "1.5", "99999999999"})
    void prefixesThatCannotBeAreRefused(String prefixes) {
        assertThatThrownBy(() -> Encoder.affine(new float[3], new float[3], Map.of("prefixes", prefixes)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("metadata prefixes is \"" + prefixes
                        + "\"; it must list sizes from 1 to 3, each larger than the one before");
    }

    @Property(tries = 200)
    void encodesWhatTheFormulaSays(
            @ForAll long seed,
            @ForAll @Size(min = 2, max = 5) List<@IntRange(min = 1, max = 70) Integer> dims,
            @ForAll boolean normalize) {
        Encoder encoder = Samples.encoder(
                seed,
                normalize ? NORMALIZE : Map.of(),
                dims.stream().mapToInt(Integer::intValue).toArray());
        float[] vector = Samples.vector(new Random(seed + 1), encoder.inputDims());

        double[] expected = Samples.reference(encoder, vector);
        float[] actual = encoder.encode(vector);
        // A network can amplify what is rounded; its largest output gives the scale.
        double scale = Math.max(1, Arrays.stream(expected).map(Math::abs).max().getAsDouble());
        for (int i = 0; i < expected.length; i++) {
            assertThat((double) actual[i]).isCloseTo(expected[i], within(2e-4 * scale));
        }
    }

    @Property(tries = 100)
    void aBatchGivesWhatSingleCallsGive(
            @ForAll long seed,
            @ForAll @Size(min = 2, max = 4) List<@IntRange(min = 1, max = 40) Integer> dims,
            @ForAll @IntRange(min = 0, max = 9) int count,
            @ForAll boolean normalize) {
        Encoder encoder = Samples.encoder(
                seed,
                normalize ? NORMALIZE : Map.of(),
                dims.stream().mapToInt(Integer::intValue).toArray());
        int in = encoder.inputDims();
        int out = encoder.outputDims();
        float[] flat = Samples.vector(new Random(seed + 1), (count + 1) * in);
        float[][] rows = new float[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = Arrays.copyOfRange(flat, i * in, (i + 1) * in);
        }

        float[] into = new float[(count + 1) * out];
        Arrays.fill(into, 42);
        encoder.encode(flat, count, into);
        float[][] all = encoder.encodeAll(rows);

        assertThat(all).hasDimensions(count, count == 0 ? 0 : out);
        for (int i = 0; i < count; i++) {
            float[] single = encoder.encode(rows[i]);
            assertThat(Arrays.copyOfRange(into, i * out, (i + 1) * out)).containsExactly(single);
            assertThat(all[i]).containsExactly(single);
        }
        // What lies behind the rows is left alone.
        assertThat(Arrays.copyOfRange(into, count * out, into.length)).containsOnly(42);
    }

    @Test
    void overwritesWhatWasInTheOutputArray() {
        float[] into = {Float.NaN, 7};
        small.encode(new float[] {1, 0, 2}, into);
        assertThat(into).containsExactly(17, 36);
    }

    @Test
    void refusesAVectorOfTheWrongLengthByName() {
        assertThatThrownBy(() -> small.encode(new float[4]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(small.id())
                .hasMessageContaining("of 3 dimensions")
                .hasMessageContaining("one of 4");
        assertThatThrownBy(() -> small.encodeAll(new float[][] {new float[3], new float[2]}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(small.id())
                .hasMessageContaining("row 1")
                .hasMessageContaining("one of 2");
    }

    @Test
    void refusesArraysThatCannotTakeTheOutput() {
        float[] three = new float[3];
        assertThatThrownBy(() -> small.encode(three, three))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("output array holds 3");
        assertThatThrownBy(() -> small.encode(new float[6], 2, three))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("output array holds 3");
        assertThatThrownBy(() -> small.encode(new float[5], 2, new float[4]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("input array holds 5");
        assertThatThrownBy(() -> small.encode(new float[6], -1, new float[4]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("-1 vectors");
        // 3 times this is 2 in 32 bits: sizes must not wrap around
        assertThatThrownBy(() -> small.encode(new float[6], 1_431_655_766, new float[4]))
                .isInstanceOf(InvalidInputException.class);

        Encoder square = Encoder.affine(new float[] {1, 0, 0, 1}, new float[2], Map.of());
        float[] two = new float[2];
        assertThatThrownBy(() -> square.encode(two, two))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is the input array");
        assertThatThrownBy(() -> square.encode(two, 1, two))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is the input array");
    }

    @Test
    void refusesLayersThatDoNotFitEachOther() {
        Affine twoToThree = new Affine(new float[6], new float[3]);
        assertThatThrownBy(() -> Encoder.mlp(List.of(twoToThree, twoToThree), Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("layer 1 takes 2 numbers, but layer 0 gives 3");
        assertThatThrownBy(() -> Encoder.mlp(List.of(), Map.of())).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void notANumberGoesThroughTheReluToTheOutput() {
        Encoder mlp = Samples.encoder(1, Map.of(), 3, 4, 2);
        assertThat(mlp.encode(new float[] {1, Float.NaN, 1})).containsOnly(Float.NaN);
        assertThat(mlp.normalized().encode(new float[] {1, Float.NaN, 1})).containsOnly(Float.NaN);
        assertThat(small.encode(new float[] {Float.POSITIVE_INFINITY, 0, 0})).containsOnly(Float.POSITIVE_INFINITY);
    }

    @Test
    void aNormalizedEncoderGivesUnitVectorsInTheSameDirection() {
        Encoder normalized = small.normalized();

        assertThat(normalized.isNormalized()).isTrue();
        assertThat(normalized.metadata()).containsEntry("normalize", "true").containsEntry("method", "by hand");
        assertThat(normalized.id()).isNotEqualTo(small.id());
        assertThat(normalized.normalized()).isSameAs(normalized);
        assertThat(normalized.encode(new float[] {-7, 0, -4}))
                .as("(-9, -32) has length 33.24154")
                .containsExactly(new float[] {-0.2707456f, -0.9626510f}, within(1e-6f));

        assertThat(small.isNormalized()).isFalse();
        assertThat(small.metadata()).containsEntry("normalize", "false");
    }

    @Test
    void normalizingKeepsZerosAndCopesWithTheSmallestAndLargestNumbers() {
        Encoder identity = Encoder.affine(new float[] {1, 0, 0, 1}, new float[2], NORMALIZE);
        assertThat(identity.encode(new float[] {0, 0})).containsExactly(0, 0);
        assertThat(identity.encode(new float[] {0, Float.MIN_VALUE})).containsExactly(0, 1);
        assertThat(identity.encode(new float[] {Float.MAX_VALUE, Float.MAX_VALUE}))
                .containsExactly(new float[] {0.70710677f, 0.70710677f}, within(1e-6f));
    }

    @Test
    void setsItsOwnMetadataAndKeepsThoseOfTheCaller() {
        Map<String, String> given = new HashMap<>(Map.of("seed", "7", "id", "mine", "format", "x", "input_dims", "9"));
        Encoder encoder = Encoder.affine(new float[] {1, 2}, new float[] {3}, given);
        given.put("seed", "8");

        assertThat(encoder.metadata())
                .containsExactly(
                        Map.entry("format", "tldr4j-encoder"),
                        Map.entry("format_version", "1"),
                        Map.entry("id", encoder.id()),
                        Map.entry("input_dims", "2"),
                        Map.entry("normalize", "false"),
                        Map.entry("output_dims", "1"),
                        Map.entry("seed", "7"));
        assertThatThrownBy(() -> encoder.metadata().put("seed", "8")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void refusesMetadataThatNoFileCanHold() {
        float[] one = {1};
        Map<String, String> withNull = new HashMap<>();
        withNull.put("method", null);
        assertThatThrownBy(() -> Encoder.affine(one, one, withNull))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("\"method\"");
        assertThatThrownBy(() -> Encoder.affine(one, one, Map.of("method", "\ud800")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("surrogate");
        assertThatThrownBy(() -> Encoder.affine(one, one, Map.of("normalize", "yes")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("\"yes\"");
    }

    @Test
    void theIdComesFromWeightsShapesAndNormalizationAlone() {
        Encoder a = Encoder.affine(new float[] {1, 2}, new float[] {3}, Map.of("method", "a"));
        Encoder b = Encoder.affine(new float[] {1, 2}, new float[] {3}, Map.of("method", "b"));
        assertThat(a.id()).isEqualTo(b.id()).matches("[0-9a-f]{16}");

        assertThat(List.of(
                        a.id(),
                        a.normalized().id(),
                        Encoder.affine(new float[] {1, 2.0000002f}, new float[] {3}, Map.of())
                                .id(),
                        Encoder.affine(new float[] {1, 2}, new float[] {3.0000002f}, Map.of())
                                .id(),
                        Encoder.affine(new float[] {1}, new float[] {2}, Map.of())
                                .id()))
                .doesNotHaveDuplicates();
    }

    @Test
    void describesItselfInOneLine() {
        Encoder mlp = Samples.encoder(1, NORMALIZE, 3, 4, 2);
        assertThat(mlp).hasToString("encoder " + mlp.id() + ": 3 → 4 → 2, normalized");
    }

    @Test
    void manyThreadsGetWhatOneGets() {
        Encoder encoder = Samples.encoder(3, NORMALIZE, 33, 17, 5);
        Random random = new Random(4);
        float[][] vectors = IntStream.range(0, 2000)
                .mapToObj(i -> Samples.vector(random, 33))
                .toArray(float[][]::new);
        float[][] alone = encoder.encodeAll(vectors);

        float[][] together =
                Arrays.stream(vectors).parallel().map(encoder::encode).toArray(float[][]::new);

        assertThat(together).isDeepEqualTo(alone);
    }

    @Test
    void encodingIntoAnArrayAllocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Encoder encoder = Samples.encoder(5, NORMALIZE, 32, 16);
        float[] vector = Samples.vector(new Random(6), 32);
        float[] into = new float[16];
        encoder.encode(vector, into);
        threads.getCurrentThreadAllocatedBytes();

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1000; i++) {
            encoder.encode(vector, into);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).as("bytes for 1000 vectors").isLessThan(1000);
    }
}

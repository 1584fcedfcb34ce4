package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncoderFileTest {
    private static final Map<String, String> METADATA = Map.of(
            "method", "tldr", "metric", "cosine", "seed", "42", "odd \"key\"\n", "tab\t, ü, 維, \uD83D\uDE00, \u0000");

    @Property(tries = 60)
    void whatWasSavedIsLoaded(
            @ForAll long seed,
            @ForAll @Size(min = 2, max = 5) List<@IntRange(min = 1, max = 90) Integer> dims,
            @ForAll boolean normalize,
            @ForAll Map<String, Integer> hyperparameters)
            throws IOException {
        Map<String, String> metadata = new HashMap<>(METADATA);
        hyperparameters.forEach((key, value) -> {
            if (StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
                metadata.put(key, value.toString());
            }
        });
        metadata.put("normalize", Boolean.toString(normalize));
        Encoder saved = Samples.encoder(
                seed, metadata, dims.stream().mapToInt(Integer::intValue).toArray());
        Path folder = Files.createTempDirectory("encoder");
        Path file = folder.resolve("encoder.safetensors");
        try {
            saved.save(file);
            assertSame(Encoder.load(file), saved);
            try (InputStream in = Files.newInputStream(file)) {
                assertSame(Encoder.load(in), saved);
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder); // fails if save left anything else behind
        }
    }

    private static void assertSame(Encoder actual, Encoder expected) {
        assertThat(actual.id()).isEqualTo(expected.id());
        assertThat(actual.metadata()).isEqualTo(expected.metadata());
        assertThat(actual.isNormalized()).isEqualTo(expected.isNormalized());
        assertThat(actual.layers()).hasSameSizeAs(expected.layers());
        for (int i = 0; i < actual.layers().size(); i++) {
            assertThat(actual.layers().get(i).weight())
                    .containsExactly(expected.layers().get(i).weight());
            assertThat(actual.layers().get(i).bias())
                    .containsExactly(expected.layers().get(i).bias());
        }
        float[] vector = Samples.vector(new Random(1), expected.inputDims());
        assertThat(actual.encode(vector)).containsExactly(expected.encode(vector));
    }

    @Test
    void theSameEncoderGivesTheSameBytes(@TempDir Path folder) throws IOException {
        Map<String, String> oneOrder = new LinkedHashMap<>();
        oneOrder.put("a", "1");
        oneOrder.put("b", "2");
        Map<String, String> otherOrder = new LinkedHashMap<>();
        otherOrder.put("b", "2");
        otherOrder.put("a", "1");
        Samples.encoder(1, oneOrder, 7, 5, 3).save(folder.resolve("one"));
        Samples.encoder(1, otherOrder, 7, 5, 3).save(folder.resolve("other"));
        Encoder.load(folder.resolve("one")).save(folder.resolve("again"));

        assertThat(folder.resolve("other")).hasSameBinaryContentAs(folder.resolve("one"));
        assertThat(folder.resolve("again")).hasSameBinaryContentAs(folder.resolve("one"));
    }

    @Test
    void theFileIsLaidOutAsSafetensorsSays(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("encoder");
        Encoder encoder = Encoder.affine(new float[] {1, 2, 3, 4, 5, 6}, new float[] {7, 8}, Map.of("method", "m"));
        encoder.save(file);

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] header = new byte[(int) bytes.getLong()];
        bytes.get(header);
        assertThat(bytes.position() % 8).isZero();
        assertThat(new String(header, StandardCharsets.UTF_8).stripTrailing())
                .isEqualTo(
                        "{\"__metadata__\":{\"checksum\":\"760c477c\",\"format\":\"tldr4j-encoder\",\"format_version\":\"1\",\"id\":\""
                                + encoder.id()
                                + "\",\"input_dims\":\"3\",\"method\":\"m\",\"normalize\":\"false\",\"output_dims\":\"2\"},"
                                + "\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
                                + "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]}}");
        float[] numbers = new float[8];
        bytes.asFloatBuffer().get(numbers);
        assertThat(numbers).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(bytes.remaining()).isEqualTo(32);
    }

    @Test
    void savingReplacesAnOlderFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("encoder"), "old");
        Encoder encoder = Samples.encoder(1, Map.of(), 3, 2);
        encoder.save(file);
        assertThat(Encoder.load(file).id()).isEqualTo(encoder.id());
    }

    @Test
    void refusesToSaveMetadataThatCouldNotBeLoadedAndLeavesNothingBehind(@TempDir Path folder) {
        Encoder encoder = Samples.encoder(1, Map.of("notes", "x".repeat(1 << 20)), 3, 2);
        assertThatThrownBy(() -> encoder.save(folder.resolve("encoder")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(folder.resolve("encoder").toString())
                .hasMessageContaining("metadata");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aStreamMayArriveInPieces(@TempDir Path folder) throws IOException {
        Encoder encoder = Samples.encoder(1, Map.of(), 130, 70);
        encoder.save(folder.resolve("encoder"));
        byte[] bytes = Files.readAllBytes(folder.resolve("encoder"));
        InputStream pieces = new SequenceInputStream(
                new ByteArrayInputStream(bytes, 0, 1001), new ByteArrayInputStream(bytes, 1001, bytes.length - 1001));
        assertThat(Encoder.load(pieces).id()).isEqualTo(encoder.id());
    }

    /** Files of format version 1 that are out there: they must load and give the same outputs for ever. */
    @Test
    void loadsTheGoldenFilesOfVersion1() throws IOException {
        Encoder affine = golden("golden-v1-affine.safetensors");
        assertThat(affine.id()).isEqualTo("971cabc20e2ab0fb");
        assertThat(affine.metadata()).containsEntry("method", "golden").containsEntry("seed", "42");
        assertThat(affine.isNormalized()).isFalse();
        assertThat(affine.encode(new float[] {1, -2, 0.5f, 3, 0.25f}))
                .containsExactly(-4.068813f, 0.92911404f, 0.078198165f);

        Encoder mlp = golden("golden-v1-mlp-normalized.safetensors");
        assertThat(mlp.id()).isEqualTo("aff6d720b848eb6b");
        assertThat(mlp.isNormalized()).isTrue();
        assertThat(mlp.encode(new float[] {1, -2, 0.5f, 3, 0.25f})).containsExactly(-0.6306447f, -0.77607167f);
    }

    private static Encoder golden(String name) throws IOException {
        try (InputStream in = EncoderFileTest.class.getResourceAsStream(name)) {
            return Encoder.load(in);
        }
    }
}

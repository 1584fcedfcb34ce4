package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tldr4j.encoder.internal.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

/** Takes a good file, breaks one thing, and sees it refused: as a file and as a stream. */
class BrokenEncoderFileTest {
    private static final Encoder AFFINE = Samples.encoder(1, Map.of("method", "tldr", "normalize", "true"), 3, 2);
    private static final Encoder MLP = Samples.encoder(2, Map.of("method", "tldr"), 4, 3, 2);
    private static final byte[] GOOD = bytesOf(AFFINE);
    private static final byte[] GOOD_MLP = bytesOf(MLP);

    @Test
    void takingAFileApartAndPuttingItTogetherBreaksNothing() throws IOException {
        byte[] same = changed(GOOD, header -> {});
        assertThat(Encoder.load(new ByteArrayInputStream(same)).id()).isEqualTo(AFFINE.id());
    }

    @Test
    void tensorsMayStandInAnyOrder() throws IOException {
        byte[] bytes = changed(GOOD, header -> {
            Object weight = header.remove("weight");
            header.put("weight", weight);
        });
        assertThat(Encoder.load(new ByteArrayInputStream(bytes)).id()).isEqualTo(AFFINE.id());
    }

    /** It saves making the id anew. Whoever wrote the file without it, or left an old one, wrote a good file. */
    @Test
    void theChecksumNeedNotBeThereNorHold() throws IOException {
        byte[] without = changed(GOOD, header -> tensor(header, "__metadata__").remove("checksum"));
        assertThat(Encoder.load(new ByteArrayInputStream(without)).id()).isEqualTo(AFFINE.id());
        byte[] old = withMetadata("checksum", "01234567");
        Encoder loaded = Encoder.load(new ByteArrayInputStream(old));
        assertThat(loaded.metadata()).isEqualTo(AFFINE.metadata());
        refuses(
                changed(without, header -> tensor(header, "__metadata__").put("normalize", "false")),
                "changed or damaged");
    }

    @Test
    void refusesLayersInAnotherOrderThoughAllNumbersAreTheSame() {
        byte[] square = bytesOf(Samples.encoder(3, Map.of(), 2, 2, 2));
        refuses(
                changed(square, header -> {
                    Object first = header.remove("layers.0.weight");
                    header.put("layers.0.weight", header.remove("layers.1.weight"));
                    header.put("layers.1.weight", first);
                }),
                "changed or damaged");
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> Encoder.load(Path.of("no", "such", "encoder")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("encoder: there is no such file");
        assertThatThrownBy(() -> Encoder.load(Path.of(".")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void refusesEveryTruncation() {
        for (int length = 0; length < GOOD.length; length++) {
            refuses(Arrays.copyOf(GOOD, length), "");
        }
        refuses(new byte[0], "too short: 0 bytes");
        refuses(Arrays.copyOf(GOOD, 7), "too short: 7 bytes");
    }

    @Test
    void refusesBytesAfterTheEnd() {
        refuses(Arrays.copyOf(GOOD, GOOD.length + 1), "more bytes than its header says");
        refuses(Arrays.copyOf(GOOD, GOOD.length + 100_000), "more bytes than its header says");
    }

    @Test
    void namesAFileOfAnotherKind() {
        refuses(
                "\u0093NUMPY\u0001\u0000v\u0000{'descr'".getBytes(StandardCharsets.ISO_8859_1),
                "is a NumPy array (.npy)");
        refuses("PAR1\u0015\u0004\u0015\u0000".getBytes(StandardCharsets.ISO_8859_1), "is a Parquet file");
        refuses("{\"inputDims\": 384}".getBytes(StandardCharsets.ISO_8859_1), "is text, no encoder");
    }

    @Test
    void refusesHeaderLengthsThatCannotBe() {
        refuses(withHeaderLength(-1), "claims a header of 18446744073709551615 bytes");
        refuses(withHeaderLength(Long.MIN_VALUE), "claims a header");
        refuses(withHeaderLength(Long.MAX_VALUE), "claims a header");
        refuses(withHeaderLength((1 << 20) + 1), "1048576 is the most");
        refuses(withHeaderLength(0), "does not begin with {");
        assertThat(refusal(fileOf(withHeaderLength(GOOD.length)))).contains("but is only " + GOOD.length + " bytes");
        assertThat(refusal(withHeaderLength(GOOD.length))).contains("ends inside its header");
    }

    @Test
    void refusesHeadersThatAreNotJson() {
        refuses(withHeader("[]      "), "does not begin with {");
        refuses(withHeader(" {}"), "does not begin with {");
        refuses(withHeader("{\"weight\":"), "invalid JSON: an early end at character 10");
        refuses(withHeader("{'weight':1}"), "invalid JSON: no \" at character 1");
        refuses(withHeader("{}{}"), "invalid JSON: text after the end");
        refuses(withHeader("{\"a\":1,\"a\":1}"), "a key that was there before, \"a\",");
        refuses(withHeader("{\"a\":" + "[".repeat(100_000)), "nesting deeper than 64");
        refuses(withHeader("{\"a\":" + "{\"a\":".repeat(100_000)), "nesting deeper than 64");
        byte[] latin = withHeader("{\"a\":\"x\"}");
        latin[8 + 6] = (byte) 0xe9;
        refuses(latin, "not valid UTF-8");
    }

    @Test
    void refusesAKeyOfTheMetadataThatIsThereTwice() {
        String header = new String(GOOD, 8, headerLength(GOOD), StandardCharsets.UTF_8);
        refuses(withHeader(header.replace("{\"checksum\":", "{\"id\":\"x\",\"checksum\":")), "\"id\"");
        refuses(withHeader(header.replace("\"bias\":", "\"weight\":")), "\"weight\"");
    }

    @Test
    void refusesFormatsItDoesNotKnow() {
        refuses(changed(GOOD, header -> header.remove("__metadata__")), "not a tldr4j encoder (its metadata has no");
        refuses(withMetadata("format", null), "not a tldr4j encoder (its metadata has no format");
        refuses(withMetadata("format", "pt"), "format \"pt\"");
        refuses(withMetadata("format_version", null), "no format version");
        refuses(withMetadata("format_version", "2"), "format version \"2\", but this tldr4j reads version 1; upgrade");
    }

    @Test
    void tellsANewerVersionEvenWhenItsTensorsAreNewToo() {
        byte[] bytes = changed(withMetadata("format_version", "2"), header -> tensor(header, "weight")
                .put("dtype", "F16"));
        refuses(bytes, "upgrade tldr4j");
    }

    @Test
    void refusesMetadataThatAreNotText() {
        refuses(withMetadata("seed", 42L), "\"seed\" that is not text");
        refuses(changed(GOOD, header -> header.put("__metadata__", List.of())), "no JSON object for __metadata__");
    }

    @Test
    void refusesMetadataThatDoNotFitTheWeights() {
        refuses(withMetadata("input_dims", "4"), "input_dims \"4\", but its weights give 3");
        refuses(withMetadata("output_dims", "3"), "output_dims \"3\", but its weights give 2");
        refuses(withMetadata("input_dims", null), "no input_dims");
        refuses(withMetadata("id", "0123456789abcdef"), "changed or damaged");
        refuses(withMetadata("id", AFFINE.id().toUpperCase()), "changed or damaged");
        refuses(withMetadata("id", null), "no id");
        refuses(withMetadata("normalize", "maybe"), "normalize is \"maybe\"");
        refuses(withMetadata("normalize", null), "no normalize");
        refuses(withMetadata("normalize", "false"), "changed or damaged");
    }

    @Test
    void refusesTensorsOfOtherTypes() {
        for (Object type : new Object[] {"F16", "F64", "I32", "f32", null, 32L}) {
            refuses(
                    changed(GOOD, header -> tensor(header, "weight").put("dtype", type)),
                    "tensor \"weight\" has dtype " + Json.quote(String.valueOf(type)));
        }
    }

    @Test
    void refusesTensorsThatAreMissingOrUnknown() {
        refuses(rebuilt(header -> header.remove("bias"), 24), "has no tensor bias");
        refuses(rebuilt(header -> header.remove("weight"), 0), "");
        refuses(renamed(GOOD, "weight", "weights"), "has no tensor weight");
        refuses(renamed(GOOD, "bias", "bias\n\u001b[31m"), "has no tensor bias");
        refuses(renamed(GOOD_MLP, "layers.0.bias", "layers.0.b"), "has no tensor layers.0.bias");
        refuses(renamed(GOOD_MLP, "layers.1.weight", "layers.2.weight"), "a tensor \"layers.2.weight\"");
        refuses(renamed(GOOD_MLP, "layers.1.bias", "layers.01.bias"), "has no tensor layers.1.bias");
        refuses(changed(GOOD, header -> header.keySet().removeIf(key -> !key.equals("__metadata__"))), "");
        byte[] more = changed(
                Arrays.copyOf(GOOD, GOOD.length + 4),
                header -> header.put(
                        "extra\n", Map.of("dtype", "F32", "shape", List.of(1L), "data_offsets", List.of(32L, 36L))));
        refuses(more, "a tensor \"extra\\n\" that is no part of an encoder");
    }

    @Test
    void refusesDescriptionsOfTensorsThatAreNotOne() {
        refuses(changed(GOOD, header -> header.put("weight", "F32")), "no JSON object for tensor \"weight\"");
        refuses(changed(GOOD, header -> tensor(header, "weight").remove("shape")), "something other than dtype");
        refuses(changed(GOOD, header -> tensor(header, "weight").put("stride", 1L)), "something other than dtype");
        refuses(withShape("2×3"), "no list for the shape");
        refuses(withShape(List.of("2", "3")), "other than whole numbers");
        refuses(withShape(List.of(2.0, 3L)), "other than whole numbers");
        refuses(withShape(List.of(-2L, -3L)), "other than whole numbers");
    }

    @Test
    void refusesShapesThatDoNotFit() {
        refuses(withShape(List.of(2L, 4L)), "shape of tensor \"weight\" that does not fit its 24 bytes");
        refuses(withShape(List.of(2L, 2L)), "does not fit its 24 bytes");
        refuses(withShape(List.of()), "does not fit its 24 bytes");
        refuses(withShape(List.of(0L, 3L)), "does not fit its 24 bytes");
        refuses(withShape(List.of(Long.MAX_VALUE, Long.MAX_VALUE)), "does not fit its 24 bytes");
        // 2^62 · 4 bytes are 0 in 64 bits, and 2^63 + 6 numbers are 24 bytes
        refuses(withShape(List.of(1L << 31, 1L << 31)), "does not fit its 24 bytes");
        refuses(withShape(List.of(2L, (1L << 62) + 3)), "does not fit its 24 bytes");
        refuses(withShape(List.of(6L)), "tensor weight has shape [6], but an encoder's has 2 dimensions");
        refuses(withShape(List.of(2L, 3L, 1L)), "tensor weight has shape [2, 3, 1]");
        refuses(withShape(List.of(3L, 2L)), "weight has shape [3, 2] and bias [2]");
        refuses(withShape(List.of(1L, 6L)), "weight has shape [1, 6] and bias [2]");
    }

    @Test
    void refusesATensorWithoutNumbers() {
        byte[] bytes = rebuilt(
                header -> {
                    tensor(header, "weight").put("shape", List.of(0L, Long.MAX_VALUE));
                    tensor(header, "weight").put("data_offsets", List.of(0L, 0L));
                    tensor(header, "bias").put("data_offsets", List.of(0L, 8L));
                },
                8);
        refuses(bytes, "shape of tensor \"weight\" that does not fit its 0 bytes");
    }

    @Test
    void refusesLayersThatDoNotFitEachOther() {
        byte[] bytes = bytesOf(Samples.encoder(1, Map.of(), 2, 2, 3));
        // layer 1 becomes 2 → 3 read as 3 → 2: its weight [3, 2] as [2, 3], and one number of its bias to the weight
        byte[] moved = changed(Arrays.copyOf(bytes, bytes.length - 4), header -> {
            tensor(header, "layers.1.weight").put("shape", List.of(2L, 3L));
            tensor(header, "layers.1.bias").put("shape", List.of(2L));
            List<?> offsets = (List<?>) tensor(header, "layers.1.bias").get("data_offsets");
            tensor(header, "layers.1.bias").put("data_offsets", List.of(offsets.get(0), (Long) offsets.get(1) - 4));
        });
        refuses(moved, "layer 1 takes 3 numbers, but layer 0 gives 2");
    }

    @Test
    void refusesOffsetsThatDoNotCoverTheDataExactly() {
        refuses(withOffsets("weight", 4, 28), "begin at byte 4 of the data, but the one before it ends at 0");
        refuses(withOffsets("bias", 16, 24), "begin at byte 16 of the data, but the one before it ends at 24");
        refuses(withOffsets("bias", 0, 8), "of the data, but the one before it ends at");
        refuses(withOffsets("weight", 24, 0), "not a begin and an end");
        refuses(withOffsets("weight", -24, 0), "other than whole numbers");
        refuses(withOffsets("weight", 0, 24, 24), "not a begin and an end");
        refuses(withOffsets("weight", 0, 1L << 31), "1073741824 is the most");
        refuses(withOffsets("weight", Long.MAX_VALUE - 24, Long.MAX_VALUE), "1073741824 is the most");
        assertThat(refusal(fileOf(withOffsets("bias", 28, 36)))).contains("but has only 32 after its header");
    }

    @Test
    void aClaimOfMuchDataCostsNoMemory() {
        byte[] bytes = changed(GOOD, header -> {
            tensor(header, "weight").put("shape", List.of(2L, (1L << 27) - 1));
            tensor(header, "weight").put("data_offsets", List.of(0L, (1L << 30) - 8));
            tensor(header, "bias").put("data_offsets", List.of((1L << 30) - 8, 1L << 30));
        });
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(refusal(bytes)).contains("ends inside tensor \"weight\"");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000_000);
    }

    @Test
    void refusesWeightsThatAreNotFinite() {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            byte[] weight = GOOD.clone();
            ByteBuffer.wrap(weight).order(ByteOrder.LITTLE_ENDIAN).putFloat(GOOD.length - 32, bad);
            refuses(weight, "holds " + bad);
            byte[] bias = GOOD.clone();
            ByteBuffer.wrap(bias).order(ByteOrder.LITTLE_ENDIAN).putFloat(GOOD.length - 4, bad);
            refuses(bias, "holds " + bad);
        }
    }

    @Test
    void refusesWeightsThatWereChanged() {
        byte[] bytes = GOOD.clone();
        bytes[bytes.length - 32] ^= 1;
        refuses(bytes, "changed or damaged");
    }

    /** Whatever happens to the bytes: one line, or an encoder that gives what the good one gives. */
    @Property(tries = 3000)
    void flippedBytesAreRefusedOrHarmless(
            @ForAll boolean mlp,
            @ForAll @Size(min = 1, max = 4) @UniqueElements List<@IntRange(max = 799) Integer> at,
            @ForAll long seed)
            throws IOException {
        byte[] bytes = (mlp ? GOOD_MLP : GOOD).clone();
        Random random = new Random(seed);
        for (int i : at) {
            bytes[i % bytes.length] ^= (byte) (1 + random.nextInt(255));
        }
        assertRefusedOrEqual(bytes, mlp ? MLP : AFFINE);
    }

    @Property(tries = 1000)
    void piecesCutOutOrDoubledAreRefusedOrHarmless(
            @ForAll boolean mlp, @ForAll @IntRange(max = 799) int from, @ForAll @IntRange(max = 799) int to)
            throws IOException {
        byte[] good = mlp ? GOOD_MLP : GOOD;
        int end = from % (good.length + 1);
        int resume = to % (good.length + 1);
        ByteBuffer bytes = ByteBuffer.allocate(end + good.length - resume);
        bytes.put(good, 0, end).put(good, resume, good.length - resume);
        assertRefusedOrEqual(bytes.array(), mlp ? MLP : AFFINE);
    }

    @Property(tries = 500)
    void noiseIsRefused(@ForAll byte[] noise) {
        refuses(noise, "");
    }

    private static void assertRefusedOrEqual(byte[] bytes, Encoder good) throws IOException {
        Encoder loaded;
        try {
            loaded = Encoder.load(new ByteArrayInputStream(bytes));
        } catch (InvalidInputException e) {
            assertThat(e.getMessage()).startsWith("encoder stream: ").doesNotContain("\n");
            return;
        }
        float[] vector = Samples.vector(new Random(9), good.inputDims());
        assertThat(loaded.encode(vector)).containsExactly(good.encode(vector));
        assertThat(loaded.id()).isEqualTo(good.id());
        assertThat(loaded.isNormalized()).isEqualTo(good.isNormalized());
    }

    private static void refuses(byte[] bytes, String why) {
        assertThat(refusal(bytes))
                .startsWith("encoder stream: ")
                .contains(why)
                .contains("; ")
                .doesNotContainPattern("\\p{Cntrl}");
        Path file = fileOf(bytes);
        assertThat(refusal(file)).startsWith(file + ": ").doesNotContainPattern("\\p{Cntrl}");
    }

    private static String refusal(byte[] bytes) {
        Throwable thrown = catchThrowable(() -> Encoder.load(new ByteArrayInputStream(bytes)));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        return thrown.getMessage();
    }

    private static String refusal(Path file) {
        Throwable thrown = catchThrowable(() -> Encoder.load(file));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        return thrown.getMessage();
    }

    // How to break a file.

    private static int headerLength(byte[] bytes) {
        return (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static byte[] withHeaderLength(long length) {
        byte[] bytes = GOOD.clone();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
        return bytes;
    }

    private static byte[] withHeader(String header) {
        return assembled(header, GOOD);
    }

    /** This header before the numbers of that file. */
    private static byte[] assembled(String header, byte[] file) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        int dataStart = 8 + headerLength(file);
        return ByteBuffer.allocate(8 + text.length + file.length - dataStart)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .put(file, dataStart, file.length - dataStart)
                .array();
    }

    private static byte[] changed(byte[] file, Consumer<Map<String, Object>> change) {
        Object header = Json.parse(new String(file, 8, headerLength(file), StandardCharsets.UTF_8));
        Map<String, Object> changeable = new LinkedHashMap<>();
        ((Map<?, ?>) header)
                .forEach((name, value) -> changeable.put((String) name, new LinkedHashMap<>((Map<?, ?>) value)));
        change.accept(changeable);
        return assembled(Json.write(changeable), file);
    }

    /** Changed, and with only the first bytes of the data. */
    private static byte[] rebuilt(Consumer<Map<String, Object>> change, int dataBytes) {
        return changed(Arrays.copyOf(GOOD, 8 + headerLength(GOOD) + dataBytes), change);
    }

    private static byte[] withMetadata(String key, Object value) {
        return changed(GOOD, header -> {
            if (value == null) {
                tensor(header, "__metadata__").remove(key);
            } else {
                tensor(header, "__metadata__").put(key, value);
            }
        });
    }

    private static byte[] withShape(Object shape) {
        return changed(GOOD, header -> tensor(header, "weight").put("shape", shape));
    }

    private static byte[] withOffsets(String name, long... offsets) {
        return changed(GOOD, header -> tensor(header, name).put("data_offsets", offsets));
    }

    private static byte[] renamed(byte[] file, String from, String to) {
        return changed(file, header -> header.put(to, header.remove(from)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tensor(Map<String, Object> header, String name) {
        return (Map<String, Object>) header.get(name);
    }

    private static byte[] bytesOf(Encoder encoder) {
        try {
            Path file = Files.createTempFile("encoder", ".safetensors");
            encoder.save(file);
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            return bytes;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Path fileOf(byte[] bytes) {
        try {
            Path file = Files.createTempFile("broken", ".safetensors");
            file.toFile().deleteOnExit();
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

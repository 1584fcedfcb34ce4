package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RoundTripTest {
    record Kind(String name, ElementType type) {}

    @Provide
    Arbitrary<Kind> kinds() {
        return Arbitraries.oneOf(
                Arbitraries.of(ElementType.values()).map(type -> new Kind("x.npy", type)),
                Arbitraries.of(
                        new Kind("x.fvecs", ElementType.F4),
                        new Kind("X.BVECS", ElementType.U1),
                        new Kind("x.ivecs", ElementType.I4)));
    }

    @Property(tries = 300)
    void whatIsWrittenIsReadBack(
            @ForAll("kinds") Kind kind,
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 300) int dims,
            @ForAll long seed)
            throws IOException {
        float[] values = values(kind.type, rows * dims, seed);
        TestFiles.inFolder(folder -> {
            Path file = folder.resolve(kind.name);
            try (VectorWriter writer = VectorWriter.create(file, kind.type, dims)) {
                int cut = new Random(seed).nextInt(rows + 1) * dims;
                FloatBuffer all = FloatBuffer.wrap(values);
                writer.write(all.limit(cut));
                writer.write(all.limit(values.length));
                assertThat(all.hasRemaining()).isFalse();
                writer.finish();
            }
            try (Vectors vectors = Vectors.open(file)) {
                assertThat(vectors.rows()).isEqualTo(rows);
                assertThat(vectors.dims()).isEqualTo(dims);
                assertThat(vectors.type()).isEqualTo(kind.type);
                assertThat(TestFiles.readAll(vectors)).isEqualTo(values);
                assertThat(vectors.fingerprint())
                        .isEqualTo(Vectors.of(values, dims).fingerprint());
            }
            return null;
        });
    }

    @Property(tries = 100)
    void intsAreReadBackExactly(
            @ForAll int[] numbers, @ForAll @IntRange(min = 1, max = 5) int width, @ForAll boolean npy)
            throws IOException {
        int rows = numbers.length / width;
        if (rows == 0) {
            return;
        }
        int[] values = Arrays.copyOf(numbers, rows * width);
        TestFiles.inFolder(folder -> {
            Path file = folder.resolve(npy ? "g.npy" : "g.ivecs");
            new IntRows("g", rows, width, values).write(file);
            IntRows read = IntRows.read(file);
            assertThat(read.values()).isEqualTo(values);
            assertThat(read.rows()).isEqualTo(rows);
            assertThat(read.width()).isEqualTo(width);
            return null;
        });
    }

    @Property(tries = 100)
    void convertingThereAndBackGivesTheSameBytesOfData(
            @ForAll("kinds") Kind kind, @ForAll("shapes") int[] shape, @ForAll long seed) throws IOException {
        TestFiles.inFolder(folder -> {
            Path first = folder.resolve("first" + kind.name);
            Path npy = folder.resolve("middle.npy");
            Path back = folder.resolve("back" + kind.name);
            TestFiles.writeAll(first, kind.type, shape[1], values(kind.type, shape[0] * shape[1], seed));
            Convert.convert(first, npy);
            Convert.convert(npy, back);
            assertThat(back).hasSameBinaryContentAs(first);
            return null;
        });
    }

    @Provide
    Arbitrary<int[]> shapes() {
        Arbitrary<Integer> size = Arbitraries.integers().between(1, 50);
        return Combinators.combine(size, size).as((rows, dims) -> new int[] {rows, dims});
    }

    /** Numbers that the type holds exactly. */
    private static float[] values(ElementType type, int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (type) {
                case U1 -> random.nextInt(256);
                case I1 -> random.nextInt(256) - 128;
                case I4 -> (random.nextInt(1 << 24) - (1 << 23)) * 128f;
                case I8 -> (random.nextInt(1 << 24) - (1 << 23)) * 0x1p39f;
                case F2 -> (random.nextInt(4096) - 2048) * 0x1p-8f;
                case F4, F8 -> finite(random);
            };
        }
        return values;
    }

    private static float finite(Random random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : -0f;
    }
}

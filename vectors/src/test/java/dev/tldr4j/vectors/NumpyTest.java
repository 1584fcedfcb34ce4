package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against numpy itself, where there is one. */
class NumpyTest {
    @TempDir
    static Path folder;

    private static final List<String> TYPES =
            List.of("<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "u1", "i1", "<i4", ">i4", "<i8", ">i8");

    @BeforeAll
    static void numpyWritesEveryType() throws Exception {
        assumeTrue(python("import numpy"), "python3 with numpy");
        assertThat(python("""
                        import numpy as np
                        from numpy.lib import format
                        for i, t in enumerate('%s'.split()):
                            a = (np.arange(12).reshape(3, 4) * 5).astype(t)
                            np.save(f'{i}.npy', a)
                            for v in (2, 3):
                                with open(f'{i}v{v}.npy', 'wb') as f:
                                    format.write_array(f, a, (v, 0))
                        a = np.arange(24, dtype='f4')
                        np.save('fortran.npy', np.asfortranarray(a.reshape(6, 4)))
                        np.save('column.npy', np.asfortranarray(a.reshape(24, 1)))
                        np.save('images.npy', a.reshape(2, 3, 4))
                        np.save('labels.npy', np.array([3, -1, 7]))
                        np.save('scalar.npy', np.float32(3))
                        np.save('none.npy', np.zeros((0, 4), 'f4'))
                        np.save('bool.npy', np.zeros((2, 4), bool))
                        np.save('records.npy', np.zeros(3, [('a', 'f4'), ('b', 'i4')]))
                        """.formatted(String.join(" ", TYPES)))).isTrue();
    }

    @Test
    void readsWhatNumpyWroteInEveryTypeOrderAndVersion() throws IOException {
        float[] expected = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55};
        for (int i = 0; i < TYPES.size(); i++) {
            for (String version : List.of("", "v2", "v3")) {
                Path file = folder.resolve(i + version + ".npy");
                try (Vectors vectors = Vectors.open(file)) {
                    assertThat(vectors.rows()).isEqualTo(3);
                    assertThat(vectors.dims()).isEqualTo(4);
                    assertThat(TYPES.get(i)).endsWith(vectors.type().toString());
                    assertThat(TestFiles.readAll(vectors)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void readsShapesAsRows() throws IOException {
        try (Vectors images = Vectors.open(folder.resolve("images.npy"))) {
            assertThat(images.rows()).isEqualTo(2);
            assertThat(images.dims()).isEqualTo(12);
            assertThat(TestFiles.readAll(images)[13]).isEqualTo(13);
        }
        try (Vectors column = Vectors.open(folder.resolve("column.npy"))) {
            assertThat(column.rows()).isEqualTo(24);
            assertThat(column.dims()).isEqualTo(1);
        }
        IntRows labels = IntRows.read(folder.resolve("labels.npy"));
        assertThat(labels.width()).isEqualTo(1);
        assertThat(labels.values()).containsExactly(3, -1, 7);
    }

    @Test
    void refusesWhatAreNotVectors() {
        assertRefused("fortran.npy", "Fortran order", "numpy.ascontiguousarray");
        assertRefused("labels.npy", "one dimension of 3 i8 numbers", "labels");
        assertRefused("scalar.npy", "a single number");
        assertRefused("none.npy", "is empty");
        assertRefused("bool.npy", "'|b1'", "astype");
        assertRefused("records.npy", "records");
    }

    @Test
    void numpyReadsWhatWeWrote() throws Exception {
        for (ElementType type : ElementType.values()) {
            TestFiles.writeAll(folder.resolve("ours_" + type + ".npy"), type, 2, 1, 2, 3, 4, 5, 100);
        }
        new IntRows("g", 2, 2, new int[] {1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4})
                .write(folder.resolve("ours_graph.npy"));
        Convert.convert(folder.resolve("labels.npy"), folder.resolve("ours_labels.npy"));
        assertThat(python("""
                        import numpy as np
                        for t in 'f2 f4 f8 u1 i1 i4 i8'.split():
                            a = np.load(f'ours_{t}.npy')
                            assert a.dtype == np.dtype(t), a.dtype
                            assert (a == [[1, 2], [3, 4], [5, 100]]).all(), a
                            assert np.load(f'ours_{t}.npy', mmap_mode='r').offset % 64 == 0
                        g = np.load('ours_graph.npy')
                        assert g.dtype == np.int32 and (g == [[1, -2**31], [2**31 - 1, 4]]).all()
                        assert (np.load('ours_labels.npy') == np.load('labels.npy')).all()
                        """)).isTrue();
    }

    @Test
    void roundsToHalvesAsNumpyDoes() throws Exception {
        assertThat(python("""
                        import numpy as np
                        r = np.random.default_rng(1)
                        a = np.exp2(r.uniform(-27, 15.9, 20000)) * r.choice([-1, 1], 20000)
                        a[:5] = [65519.99, 2**-25, 2**-25 * 1.0001, 2049, 2051]
                        np.save('doubles.npy', a.reshape(-1, 4))
                        np.save('halves.npy', a.astype('f2').reshape(-1, 4))
                        """)).isTrue();
        Convert.convert(
                folder.resolve("doubles.npy"), folder.resolve("ours_halves.npy"), ElementType.F2, (done, total) -> {});
        assertThat(folder.resolve("ours_halves.npy")).hasSameBinaryContentAs(folder.resolve("halves.npy"));
    }

    private static void assertRefused(String name, String... saying) {
        assertThatThrownBy(() -> Vectors.open(folder.resolve(name)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(saying)
                .hasMessageContaining(name);
    }

    /** Runs a script in the folder; false if it failed. */
    private static boolean python(String script) throws InterruptedException, IOException {
        Path file = Files.writeString(folder.resolve("script.py"), script, StandardCharsets.UTF_8);
        try {
            return new ProcessBuilder("python3", file.toString())
                            .directory(folder.toFile())
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}

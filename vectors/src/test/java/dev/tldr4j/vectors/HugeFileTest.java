package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files past 2 GiB; they are sparse and take hardly any disk. */
class HugeFileTest {
    @TempDir
    Path folder;

    @Test
    void readsFloatsPastTwoGibibytes() throws IOException {
        int rows = 1_000_003;
        int dims = 700; // 2.6 GiB
        byte[] header = TestFiles.npyHeader("<f4", false, "(" + rows + ", " + dims + ")");
        Path file = folder.resolve("huge.npy");
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(header);
            out.setLength(header.length + 4L * rows * dims);
            for (int row : new int[] {0, rows - 2, rows - 1}) {
                out.seek(header.length + 4L * row * dims);
                out.write(TestFiles.floats(row, row + 0.5f));
            }
        }
        try (Vectors vectors = Vectors.open(file)) {
            assertThat(vectors.rows()).isEqualTo(rows);
            FloatBuffer into = FloatBuffer.allocate(3 * dims);
            vectors.read(rows - 2, 2, into);
            vectors.read(0, 1, into);
            assertThat(into.get(0)).isEqualTo(rows - 2);
            assertThat(into.get(dims)).isEqualTo(rows - 1);
            assertThat(into.get(dims + 1)).isEqualTo(rows - 0.5f);
            assertThat(into.get(dims + 2)).isZero();
            assertThat(into.get(2 * dims + 1)).isEqualTo(0.5f);
        }
    }

    @Test
    void readsBytesPastTwoGibibytes() throws IOException {
        int rows = 3_000_000;
        int dims = 784; // 2.2 GiB
        byte[] header = TestFiles.npyHeader("|u1", false, "(" + rows + ", 28, 28)");
        Path file = folder.resolve("huge.npy");
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(header);
            out.setLength(header.length + (long) rows * dims);
            out.seek(header.length + (long) rows * dims - 1);
            out.write(200);
        }
        try (Vectors vectors = Vectors.open(file)) {
            FloatBuffer into = FloatBuffer.allocate(dims);
            vectors.read(rows - 1, 1, into);
            assertThat(into.get(dims - 1)).isEqualTo(200);
            assertThat(into.get(dims - 2)).isZero();
        }
    }
}

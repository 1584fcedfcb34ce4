package dev.tldr4j.vectors;

import static dev.tldr4j.vectors.TestFiles.bytes;
import static dev.tldr4j.vectors.TestFiles.gzip;
import static dev.tldr4j.vectors.TestFiles.idxHeader;
import static dev.tldr4j.vectors.TestFiles.join;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdxTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train-images-idx3-ubyte",
                "train-images.idx3-ubyte",
                "T10K-IMAGES-IDX3-UBYTE",
                "x.idx",
                "x.idx3",
                "train-images-idx3-ubyte.gz",
                "t10k-images.idx3-ubyte.gz",
                "x.IDX.GZ"
            })
    void imagesAreRows(String name) throws IOException {
        byte[] plain = join(idxHeader(0x08, 2, 2, 3), bytes(0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255));
        Path file = folder.resolve(name);
        TestFiles.write(file, name.toLowerCase(Locale.ROOT).endsWith(".gz") ? gzip(plain) : plain);
        try (Vectors vectors = Vectors.open(file)) {
            assertThat(vectors.name()).isEqualTo(file.toString());
            assertThat(vectors.type()).isEqualTo(ElementType.U1);
            assertThat(vectors.rows()).isEqualTo(2);
            assertThat(vectors.dims()).isEqualTo(6);
            assertThat(TestFiles.readAll(vectors)).containsExactly(0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255);
        }
    }

    @Test
    void everyTypeIsReadBigEndian() throws IOException {
        Path file = folder.resolve("x.idx");
        TestFiles.write(file, idxHeader(0x09, 1, 2), bytes(-3, 7));
        assertThat(TestFiles.readAll(file)).containsExactly(-3, 7);
        TestFiles.write(
                file,
                idxHeader(0x0C, 1, 2),
                ByteBuffer.allocate(8).putInt(-70000).putInt(7).array());
        assertThat(TestFiles.readAll(file)).containsExactly(-70000, 7);
        TestFiles.write(
                file,
                idxHeader(0x0D, 1, 2),
                ByteBuffer.allocate(8).putFloat(0.1f).putFloat(7).array());
        assertThat(TestFiles.readAll(file)).containsExactly(0.1f, 7);
        TestFiles.write(
                file,
                idxHeader(0x0E, 1, 1),
                ByteBuffer.allocate(8).putDouble(0.1).array());
        assertThat(TestFiles.readAll(file)).containsExactly(0.1f);
    }

    @Test
    void packedLabelsAreRead() throws IOException {
        Path file = TestFiles.write(
                folder.resolve("train-labels-idx1-ubyte.gz"), gzip(join(idxHeader(0x08, 4), bytes(9, 0, 3, 255))));
        IntRows labels = IntRows.read(file);
        assertThat(labels.rows()).isEqualTo(4);
        assertThat(labels.width()).isEqualTo(1);
        assertThat(labels.values()).containsExactly(9, 0, 3, 255);
    }

    @Test
    void packedFilesOfSeveralMembersAreRead() throws IOException {
        byte[] first = gzip(join(idxHeader(0x08, 2, 2), bytes(1)));
        Path file = TestFiles.write(folder.resolve("x.idx.gz"), first, gzip(bytes(2, 3, 4)));
        assertThat(TestFiles.readAll(file)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void theUnpackedCopyIsGoneAfterClosing() throws IOException {
        byte[] plain = join(idxHeader(0x08, 100, 100), new byte[10_000]);
        Path file = TestFiles.write(folder.resolve("gone-after-closing.idx.gz"), gzip(plain));
        Vectors vectors = Vectors.open(file);
        assertThat(TestFiles.readAll(vectors)).hasSize(10_000).containsOnly(0);
        vectors.close();
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.filter(f -> f.getFileName().toString().contains("gone-after-closing")))
                    .isEmpty();
        }
    }
}

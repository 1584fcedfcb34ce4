package dev.tldr4j.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.vectors.IntRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDataTest {
    @Test
    void theBundledPicturesAreEvenlyOfTenKinds() throws IOException {
        try (var data = DemoData.unpack();
                var train = data.train();
                var test = data.test()) {
            assertThat(train.rows()).isEqualTo(3_000);
            assertThat(train.dims()).isEqualTo(28 * 28);
            assertThat(test.rows()).isEqualTo(1_000);
            assertThat(test.dims()).isEqualTo(28 * 28);
            assertThat(counts(data.trainLabels())).containsExactlyElementsOf(Collections.nCopies(10, 300L));
            assertThat(counts(data.testLabels())).containsExactlyElementsOf(Collections.nCopies(10, 100L));
        }
    }

    private static Iterable<Long> counts(IntRows labels) {
        return java.util.stream.IntStream.range(0, 10)
                .mapToObj(label ->
                        Arrays.stream(labels.values()).filter(l -> l == label).count())
                .toList();
    }

    @Test
    void nothingStaysInTheTemporaryFolder() throws IOException {
        Path folder;
        try (var data = DemoData.unpack()) {
            folder = data.folder();
            assertThat(folder).isNotEmptyDirectory();
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void copiesCarryTheLicenceOfThePictures(@TempDir Path folder) throws IOException {
        try (var data = DemoData.unpack()) {
            data.copyTo(folder);
        }
        assertThat(Files.readString(folder.resolve("NOTICE.txt"))).contains("MIT License", "Zalando SE");
        assertThat(folder.resolve(DemoData.TRAIN)).isNotEmptyFile();
    }
}

package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void appearsOnlyWhenCommitted() throws IOException {
        Path destination = folder.resolve("output");
        try (AtomicFile file = new AtomicFile(destination)) {
            Files.writeString(file.temporary(), "all of it");
            assertThat(destination).doesNotExist();
            file.commit();
        }
        assertThat(destination).hasContent("all of it");
        assertThat(folder).isDirectoryContaining(path -> path.equals(destination));
        assertThat(Files.list(folder)).hasSize(1);
    }

    @Test
    void leavesNothingBehindWithoutACommit() throws IOException {
        try (AtomicFile file = new AtomicFile(folder.resolve("output"))) {
            Files.writeString(file.temporary(), "half of");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void keepsTheOlderFileUntilTheNewOneIsComplete() throws IOException {
        Path destination = Files.writeString(folder.resolve("output"), "old");
        try (AtomicFile file = new AtomicFile(destination)) {
            Files.writeString(file.temporary(), "half of");
        }
        assertThat(destination).hasContent("old");
        try (AtomicFile file = new AtomicFile(destination)) {
            Files.writeString(file.temporary(), "new");
            file.commit();
        }
        assertThat(destination).hasContent("new");
    }

    @Test
    void twoWritersOfOneFileDoNotDisturbEachOther() throws IOException {
        Path destination = folder.resolve("output");
        try (AtomicFile first = new AtomicFile(destination);
                AtomicFile second = new AtomicFile(destination)) {
            Files.writeString(first.temporary(), "first");
            Files.writeString(second.temporary(), "second");
            first.commit();
            assertThat(destination).hasContent("first");
            second.commit();
            assertThat(destination).hasContent("second");
        }
    }

    @Test
    void refusesPlacesWhereNoFileCanBe() {
        assertThatThrownBy(() -> new AtomicFile(folder.resolve("missing").resolve("output")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("missing does not exist");
        assertThatThrownBy(() -> new AtomicFile(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void doesNotReplaceADevice() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.isWritable(device), "a Unix");
        assertThatThrownBy(() -> new AtomicFile(device)).isInstanceOf(InvalidInputException.class);
    }
}

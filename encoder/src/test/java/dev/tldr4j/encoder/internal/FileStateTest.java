package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStateTest {
    @TempDir
    Path folder;

    @Test
    void tellsFilesFromFolders() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(FileState.of(file)).isEqualTo(FileState.FILE);
        assertThat(FileState.of(folder)).isEqualTo(FileState.FOLDER);
        assertThat(FileState.of(folder.resolve("nothing"))).isEqualTo(FileState.ABSENT);
        assertThat(FileState.of(file.resolve("below a file"))).isEqualTo(FileState.ABSENT);
        assertThat(FileState.exists(file)).isTrue();
    }

    @Test
    void followsLinks() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
        assertThat(FileState.of(link)).isEqualTo(FileState.ABSENT);

        Files.createFile(folder.resolve("nothing"));
        assertThat(FileState.of(link)).isEqualTo(FileState.FILE);
    }

    @Test
    void aDeviceIsNeither() throws IOException {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device), "there is no /dev/null here");

        assertThat(FileState.of(device)).isEqualTo(FileState.OTHER);
    }

    @Test
    void whatCannotBeToldIsNotAbsent() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));

        assertThat(Files.exists(loop)).isFalse();
        assertThatThrownBy(() -> FileState.of(loop))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("loop");
    }
}

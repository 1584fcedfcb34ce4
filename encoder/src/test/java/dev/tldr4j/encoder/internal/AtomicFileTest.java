package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void appearsOnlyWhenCommitted() throws IOException {
        Path destination = folder.resolve("output");
        try (AtomicFile file = new AtomicFile(destination)) {
            write(file, "all of it");
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
            write(file, "half of");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void keepsTheOlderFileUntilTheNewOneIsComplete() throws IOException {
        Path destination = Files.writeString(folder.resolve("output"), "old");
        try (AtomicFile file = new AtomicFile(destination)) {
            write(file, "half of");
        }
        assertThat(destination).hasContent("old");
        try (AtomicFile file = new AtomicFile(destination)) {
            write(file, "new");
            file.commit();
        }
        assertThat(destination).hasContent("new");
    }

    @Test
    void twoWritersOfOneFileDoNotDisturbEachOther() throws IOException {
        Path destination = folder.resolve("output");
        try (AtomicFile first = new AtomicFile(destination);
                AtomicFile second = new AtomicFile(destination)) {
            write(first, "first");
            write(second, "second");
            first.commit();
            assertThat(destination).hasContent("first");
            second.commit();
            assertThat(destination).hasContent("second");
        }
    }

    @Test
    void twoProcessesThatChooseTheSameNameDoNotMeet() throws IOException {
        try (AtomicFile first = new AtomicFile(folder.resolve("output"));
                AtomicFile second = new AtomicFile(folder.resolve("output"))) {
            assertThat(names()).hasSize(2).allMatch(name -> name.matches("\\.output\\.[0-9a-f]{16}\\.partial"));
            write(first, "first");
            write(second, "second");
        }
    }

    @Test
    void aPartialOfAProcessThatIsGoneIsDeletedAndOneUnderWayIsNot() throws IOException {
        Path abandoned = Files.writeString(folder.resolve(".output.0123456789abcdef.partial"), "half of");
        Path another = Files.writeString(folder.resolve(".output.partial"), "not ours");
        try (AtomicFile underWay = new AtomicFile(folder.resolve("output"))) {
            assertThat(abandoned).doesNotExist();
            write(underWay, "all of it");
            // another folder in between, so that this one is looked at again
            Files.createDirectory(folder.resolve("other"));
            new AtomicFile(folder.resolve("other/output")).close();
            new AtomicFile(folder.resolve("output")).close();
            underWay.commit();
        }
        assertThat(folder.resolve("output")).hasContent("all of it");
        assertThat(another).exists();
    }

    @Test
    void aPartialThatAnotherProcessHoldsStays() throws Exception {
        Process holder = OtherProcess.start(AtomicFileTest.class, folder.resolve("output"));
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("writing");
            new AtomicFile(folder.resolve("output")).close();
            assertThat(names()).hasSize(1);
        } finally {
            holder.destroyForcibly().waitFor();
        }
        // as if a new process came, which looks at the folder again
        Files.createDirectory(folder.resolve("other"));
        new AtomicFile(folder.resolve("other/output")).close();
        new AtomicFile(folder.resolve("output")).close();
        assertThat(names()).containsExactly("other");
    }

    /** Writes half of a file and waits to be killed. */
    public static void main(String[] args) throws Exception {
        try (AtomicFile file = new AtomicFile(Path.of(args[0]))) {
            write(file, "half of");
            System.out.println("writing");
            Thread.sleep(60_000);
        }
    }

    @Test
    void aDiskThatIsFullIsNamedWithWhatToDo() {
        IOException said = FileFailure.of(Path.of("x.npy"), new IOException("No space left on device"));
        assertThat(said).hasMessage("x.npy: No space left on device; make room there, or name another place");
        assertThat(FileFailure.of(Path.of("y.npy"), said)).isSameAs(said);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void write(AtomicFile file, String text) throws IOException {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
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

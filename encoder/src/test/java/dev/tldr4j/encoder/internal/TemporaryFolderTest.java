package dev.tldr4j.encoder.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {
    @Test
    void isGoneWithAllThatIsInItWhenItIsClosed() throws IOException {
        Path path;
        try (TemporaryFolder folder = new TemporaryFolder("test")) {
            path = folder.path();
            Files.createDirectories(path.resolve("a/b"));
            Files.writeString(path.resolve("a/b/c"), "text");
            Files.writeString(folder.file("d"), "text");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void ofAProcessThatWasKilledIsDeletedByTheNext() throws Exception {
        Process holder = OtherProcess.start(TemporaryFolderTest.class);
        Path left = Path.of(holder.inputReader().readLine());
        assertThat(OtherProcess.start(TemporaryFolderTest.class, "once").waitFor())
                .isZero();
        assertThat(left.resolve("data")).as("its process is alive").exists();
        holder.destroyForcibly().waitFor();
        assertThat(OtherProcess.start(TemporaryFolderTest.class, "once").waitFor())
                .isZero();
        assertThat(left).doesNotExist();
    }

    /** Opens a folder and waits to be killed, or not. */
    public static void main(String[] args) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("test")) {
            Files.writeString(folder.path().resolve("data"), "text");
            System.out.println(folder.path());
            Thread.sleep(args.length > 0 ? 0 : 60_000);
        }
    }
}

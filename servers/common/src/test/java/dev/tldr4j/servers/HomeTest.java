package dev.tldr4j.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HomeTest {
    private static Path usedHome(boolean failed) throws IOException {
        try (Home home = Home.create("test")) {
            Files.writeString(home.logs().resolve("server.log"), "up\n");
            Files.writeString(home.folder().resolve("data"), "vectors");
            if (failed) {
                home.keepLogs();
            }
            return home.folder();
        }
    }

    @Test
    void nothingIsLeftOfIt() throws IOException {
        assertThat(usedHome(false)).doesNotExist();
    }

    @Test
    void theLogsAreLeftWhereSomethingFailed() throws IOException {
        Path folder = usedHome(true);

        assertThat(folder.resolve("logs/server.log")).hasContent("up");
        assertThat(folder.resolve("data")).doesNotExist();
        Files.delete(folder.resolve("logs/server.log"));
        Files.delete(folder.resolve("logs"));
        Files.delete(folder);
    }
}

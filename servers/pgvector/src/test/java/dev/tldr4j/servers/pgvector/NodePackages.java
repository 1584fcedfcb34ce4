package dev.tldr4j.servers.pgvector;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The npm packages that the server is made of, as the lock file names them; installed in the build's folder, once. */
final class NodePackages {
    private NodePackages() {}

    /** Where server.js and its packages are, once they are installed. */
    static Path folder() {
        try {
            return Path.of(NodePackages.class.getResource("/postgres").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Installs them; otherwise says in a line why they cannot be had. */
    static Optional<String> install() throws IOException, InterruptedException {
        Path lock = folder().resolve("package-lock.json");
        Path installed = folder().resolve("node_modules/installed.json");
        if (Files.exists(installed) && Files.mismatch(lock, installed) < 0) {
            return Optional.empty();
        }
        Path output = folder().resolve("npm.log");
        try {
            Process npm = new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
                    .directory(folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (npm.waitFor() != 0) {
                return Optional.of("npm cannot install PostgreSQL: see " + output);
            }
        } catch (IOException e) {
            return Optional.of("npm is not installed");
        }
        Files.copy(lock, installed);
        return Optional.empty();
    }
}

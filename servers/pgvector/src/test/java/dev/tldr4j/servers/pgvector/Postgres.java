package dev.tldr4j.servers.pgvector;

import dev.tldr4j.servers.Home;
import dev.tldr4j.servers.ServerExtension;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** PostgreSQL with pgvector, in a process of its own. It is PGlite: one session after the other, and no COPY from a client. */
final class Postgres implements Closeable {
    private static final int SECONDS_TO_START = 60;

    private final Process node;
    private final int port;
    private final Path folder;

    private Postgres(Process node, int port, Path folder) {
        this.node = node;
        this.port = port;
        this.folder = folder;
    }

    /** Gives tests a running server; skips them, with a line, where its npm packages cannot be had. */
    static final class Extension extends ServerExtension<Postgres> implements ExecutionCondition {
        private static Optional<String> missing;

        Extension() {
            super(Postgres.class, Postgres::start);
        }

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return missing()
                    .map(ConditionEvaluationResult::disabled)
                    .orElseGet(() -> ConditionEvaluationResult.enabled("PostgreSQL is installed"));
        }

        private static synchronized Optional<String> missing() {
            if (missing == null) {
                try {
                    missing = NodePackages.install();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                missing.ifPresent(why -> System.err.println("the tests with PostgreSQL are skipped: " + why));
            }
            return missing;
        }
    }

    static Postgres start(Home home) throws Exception {
        int port = Home.freePort();
        Path folder = home.folder().resolve("postgres");
        Path log = home.logs().resolve("postgres.log");
        Process node = new ProcessBuilder("node", "server.js", Integer.toString(port), folder.toString())
                .directory(NodePackages.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Postgres postgres = new Postgres(node, port, folder);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
        while (!Files.readString(log).contains("ready")) {
            if (!node.isAlive() || System.nanoTime() > end) {
                postgres.close();
                throw new IOException("PostgreSQL does not start: " + Files.readString(log));
            }
            Thread.sleep(50);
        }
        return postgres;
    }

    /** All connections share one session, so they must not name their statements. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?prepareThreshold=0", "postgres", "");
    }

    /** A folder of the server's own, from which it can copy files. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        node.destroy();
        try {
            if (!node.waitFor(10, TimeUnit.SECONDS)) {
                node.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            node.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

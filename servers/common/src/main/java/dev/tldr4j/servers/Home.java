package dev.tldr4j.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A server's temporary folder. It is deleted in the end; where something failed, only its logs are left, and said where. */
public final class Home implements AutoCloseable {
    private final Path folder;
    private boolean keepLogs;

    private Home(Path folder) {
        this.folder = folder;
    }

    public static Home create(String server) throws IOException {
        Home home = new Home(Files.createTempDirectory("tldr4j-" + server + "-"));
        Files.createDirectory(home.logs());
        return home;
    }

    /** A port of the loopback interface at which nothing listens yet. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public Path folder() {
        return folder;
    }

    /** Where the server must write its logs. */
    public Path logs() {
        return folder.resolve("logs");
    }

    /** Somebody will want to read the logs. */
    public void keepLogs() {
        keepLogs = true;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).filter(this::goes).forEach(Home::delete);
        }
        if (keepLogs) {
            System.err.println("the server's logs: " + logs());
        }
    }

    private boolean goes(Path file) {
        return !keepLogs || !file.startsWith(logs()) && !file.equals(folder);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

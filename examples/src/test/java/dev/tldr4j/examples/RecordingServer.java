package dev.tldr4j.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands where Elasticsearch or OpenSearch would: keeps what it is sent, and answers what it was told to. */
final class RecordingServer implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final String answer;

    /** @param what method and path with its query, such as {@code POST /docs/_search} */
    record Received(String what, String contentType, String body) {
        Object json() {
            return Json.parse(body);
        }
    }

    RecordingServer(String answer) throws IOException {
        this.answer = answer;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("X-Elastic-Product", "Elasticsearch"); // its client insists
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package dev.tldr4j.servers;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** Sends JSON to a server. */
public final class Rest {
    private final String address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param address such as {@code http://127.0.0.1:9200} */
    public Rest(String address) {
        this.address = address;
    }

    public record Answer(int status, String body) {
        /** What lies at these keys and positions of the answer, one inside the other. */
        public Object at(Object... path) {
            Object here = Json.parse(body);
            for (Object step : path) {
                here = step instanceof Integer position ? ((List<?>) here).get(position) : ((Map<?, ?>) here).get(step);
            }
            return here;
        }

        public long number(Object... path) {
            return (Long) at(path);
        }
    }

    /** The server's answer, whatever its status. */
    public Answer send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        var response = client.send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    /** The answer, which must be a good one. */
    public Answer ask(String method, String path, String body) throws IOException, InterruptedException {
        Answer answer = send(method, path, body);
        if (answer.status >= 300) {
            throw new IOException(method + " " + path + " is answered by " + answer.status + ": " + answer.body);
        }
        return answer;
    }
}

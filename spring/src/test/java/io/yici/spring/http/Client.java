package io.yici.spring.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Sends requests as an ordinary client does. */
final class Client {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Server server;

    Client(Server server) {
        this.server = server;
    }

    HttpResponse<String> post(String path, String key, String json) {
        return send("POST", path, json, Map.of("Idempotency-Key", key, "Content-Type", "application/json"));
    }

    HttpResponse<String> post(String path, String key) {
        return post(path, key, "{}");
    }

    HttpResponse<String> get(String path, Map<String, String> headers) {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> send(String method, String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .timeout(Duration.ofSeconds(60))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    static boolean isReplay(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Idempotent-Replayed")
                .map("true"::equals)
                .orElse(false);
    }
}

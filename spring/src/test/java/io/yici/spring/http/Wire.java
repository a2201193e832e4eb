package io.yici.spring.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends keyed requests to a server and gives the replies as they came, undecoded. Thread-safe. */
final class Wire {
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String server;

    Wire(int port) {
        this.server = "http://127.0.0.1:" + port;
    }

    /** A reply, its body as bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Reply(int status, HttpHeaders headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        @Nullable String header(String name) {
            return headers.firstValue(name).orElse(null);
        }

        boolean isReplay() {
            return "true".equals(header("Idempotent-Replayed"));
        }

        /** Whether it is a problem of Yici's with this code. */
        boolean isProblem(int expected, String code) {
            return status == expected && text().contains("\"code\":\"" + code + "\"");
        }

        @Override
        public String toString() {
            return status + " " + headers.map() + " " + text();
        }
    }

    /** Posts JSON under a key; further headers as name, value, name, value. */
    Reply post(String path, String key, String json, String... headers) {
        return post(path, key, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply post(String path, String key, byte[] body, String... headers) {
        try {
            return reply(client.send(request(path, key, body, headers), HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException failed) {
            throw new AssertionError("no reply to " + path, failed);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new AssertionError("no reply to " + path, ended);
        }
    }

    /** The same, without waiting for the reply. */
    CompletableFuture<Reply> begin(String path, String key, String json, String... headers) {
        return client.sendAsync(
                        request(path, key, json.getBytes(StandardCharsets.UTF_8), headers),
                        HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(Wire::reply);
    }

    private HttpRequest request(String path, String key, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(LIMIT)
                .header("Idempotency-Key", key)
                .setHeader("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        for (int at = 0; at < headers.length; at += 2) {
            request.setHeader(headers[at], headers[at + 1]);
        }
        return request.build();
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        return new Reply(response.statusCode(), response.headers(), response.body());
    }
}

package io.yici.example.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A shop's side of the gateway. */
final class Caller {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final String address;
    private final Duration limit;

    Caller(String address, Duration limit) {
        this.address = address;
        this.limit = limit;
    }

    static Caller of(Gateway gateway) {
        return new Caller(gateway.url(), Duration.ofSeconds(20));
    }

    /** Charges 12.50 for order {@code o-KEY}. */
    Answer charge(String key) throws IOException {
        return post("/charges", key, charging(key, 1250, null));
    }

    Answer charge(String key, @Nullable String callbackUrl) throws IOException {
        return post("/charges", key, charging(key, 1250, callbackUrl));
    }

    Answer chargeOf(String key, long cents) throws IOException {
        return post("/charges", key, charging(key, cents, null));
    }

    Answer refund(String key, String chargeId, long cents) throws IOException {
        ObjectNode body = JSON.createObjectNode()
                .put("key", key)
                .put("chargeId", chargeId)
                .put("amountCents", cents);
        return post("/refunds", key, body.toString());
    }

    Answer post(String path, @Nullable String header, String body) throws IOException {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
        if (header != null) {
            request.header("Idempotency-Key", header);
        }
        return send(request.build());
    }

    Answer get(String path) throws IOException {
        return send(request(path).GET().build());
    }

    Answer put(String path, String body) throws IOException {
        return send(request(path).PUT(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    CompletableFuture<Answer> later(Call call) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call.answer();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    /** A request made on another thread. */
    interface Call {
        Answer answer() throws IOException;
    }

    static String charging(String key, long cents, @Nullable String callbackUrl) {
        return JSON.createObjectNode()
                .put("key", key)
                .put("orderNo", "o-" + key)
                .put("channel", "card")
                .put("amountCents", cents)
                .put("callbackUrl", callbackUrl)
                .toString();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(limit);
    }

    private Answer send(HttpRequest request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** What the gateway answered. */
    record Answer(int status, JsonNode body) {
        String text(String member) {
            return body.path(member).asString("");
        }
    }
}

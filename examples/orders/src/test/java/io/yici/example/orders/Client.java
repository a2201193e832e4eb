package io.yici.example.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/** A program that uses the service, over a real socket, signed in by HTTP Basic. */
public final class Client {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final String address;
    private final String credentials;

    Client(int port, String user, String password) {
        this.address = "http://127.0.0.1:" + port;
        this.credentials =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Orders under a key in the header. */
    Answer order(String key, String sku, int quantity) {
        return send(ordering(key, sku, quantity));
    }

    CompletableFuture<Answer> orderAsync(String key, String sku, int quantity) {
        return http.sendAsync(ordering(key, sku, quantity), HttpResponse.BodyHandlers.ofString())
                .thenApply(Answer::of);
    }

    /** Posts a body as it is, with headers given as name, value, name, value. */
    Answer post(String body, String... headers) {
        HttpRequest.Builder request = posting(body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    /** Posts a body to a path under a key. */
    Answer postTo(String path, String key, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** Pays by card. */
    Answer pay(String key, String orderNo) {
        return postTo("/api/orders/" + orderNo + "/payments", key, "{\"channel\":\"card\"}");
    }

    /** Pays by card and asks, as one should, until there is an answer that stays. */
    public Answer paid(String key, String orderNo) {
        return Shop.untilFinal(() -> pay(key, orderNo));
    }

    /** The same with a refund. */
    public Answer refunded(String key, String orderNo, String amount) {
        return Shop.untilFinal(() -> refund(key, orderNo, amount));
    }

    public Answer cancel(String key, String orderNo) {
        return postTo("/api/orders/" + orderNo + "/cancellation", key, "{}");
    }

    Answer refund(String key, String orderNo, String amount) {
        return postTo("/api/orders/" + orderNo + "/refunds", key, "{\"amount\":\"" + amount + "\"}");
    }

    /** Places an order that is there for sure, and returns its number. */
    public String ordered(String key, String sku, int quantity) {
        Answer placed = order(key, sku, quantity);
        if (placed.status() != 201) {
            throw new IllegalStateException("not ordered: " + placed);
        }
        return placed.text("orderNo");
    }

    Answer find(String orderNo) {
        return get("/api/orders/" + orderNo);
    }

    Answer get(String path) {
        return send(request(path).GET().build());
    }

    /** The same with a key in the header. */
    Answer getUnder(String key, String path) {
        return send(request(path).header("Idempotency-Key", key).GET().build());
    }

    int stockOf(String sku) {
        return get("/api/stock/" + sku).json().path("quantity").intValue();
    }

    int orders() {
        return get("/api/orders").json().size();
    }

    private HttpRequest ordering(String key, String sku, int quantity) {
        return posting("{\"sku\":\"" + sku + "\",\"quantity\":" + quantity + "}")
                .header("Idempotency-Key", key)
                .build();
    }

    private HttpRequest.Builder posting(String body) {
        return request("/api/orders")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(LIMIT).header("Authorization", credentials);
    }

    private Answer send(HttpRequest request) {
        try {
            return Answer.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}

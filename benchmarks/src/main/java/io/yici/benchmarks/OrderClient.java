package io.yici.benchmarks;

import io.yici.benchmarks.Market.Request;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Sends orders and checks that they were answered as they should be. Thread-safe. */
final class OrderClient {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** A write that nobody has asked for before. */
    void write(URI uri) throws Exception {
        check(send(uri, Market.key(), Market.request()), false);
    }

    /** A repeat of what was asked for under this key. */
    void repeat(URI uri, String key, Request request) throws Exception {
        check(send(uri, key, request), true);
    }

    /** Asks for something, for the first time or not. */
    HttpResponse<String> send(URI uri, String key, Request request) throws IOException, InterruptedException {
        String body = "{\"sku\":\"" + request.sku() + "\",\"quantity\":" + request.quantity() + "}";
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void check(HttpResponse<String> response, boolean replayed) {
        boolean marked = response.headers()
                .firstValue("Idempotent-Replayed")
                .orElse("false")
                .equals("true");
        if (response.statusCode() / 100 != 2 || marked != replayed) {
            throw new IllegalStateException(response + " " + response.headers().map() + " " + response.body());
        }
    }
}

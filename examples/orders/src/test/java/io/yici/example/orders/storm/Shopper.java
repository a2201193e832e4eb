package io.yici.example.orders.storm;

import io.yici.http.client.Answer;
import io.yici.http.client.CallOutcome;
import io.yici.http.client.Exchange;
import io.yici.http.client.IdempotencyHeaders;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.UnansweredException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client like a real one: the same key on every attempt, another node each time, and it goes on until it has an
 * answer or its patience is over. Thread safe.
 */
final class Shopper {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ALICE =
            "Basic " + Base64.getEncoder().encodeToString("alice:demo".getBytes(StandardCharsets.UTF_8));

    private final IdempotentCalls patient = IdempotentCalls.builder()
            .attempts(1000)
            .totalDeadline(Duration.ofSeconds(150))
            .backoff(Duration.ofMillis(100), Duration.ofSeconds(1))
            .build();
    private final IdempotentCalls once = IdempotentCalls.builder()
            .attempts(1)
            .totalDeadline(Duration.ofMillis(400))
            .build();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final AtomicInteger turn = new AtomicInteger();
    private final Nodes nodes;

    Shopper(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Posts until there is an answer. */
    Told call(String what, String key, String path, String body) {
        return send(patient, what, key, path, body);
    }

    /** Posts once, and does not wait long for the answer. */
    Told abandon(String what, String key, String path, String body) {
        return send(once, what, key, path, body);
    }

    /** Posts the call again, under its key. */
    Told again(Told told) {
        return call(told.what(), told.key(), told.path(), told.body());
    }

    /** Reads, from the node whose turn it is; a failure passes on. */
    JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                request(path).timeout(Duration.ofSeconds(30)).GET().build();
        return JSON.readTree(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private Told send(IdempotentCalls rules, String what, String key, String path, String body) {
        AtomicInteger attempts = new AtomicInteger();
        Exchange<Reply> exchange = (header, atMost) -> {
            attempts.incrementAndGet();
            return attempt(path, body, header, atMost);
        };
        try {
            CallOutcome<Reply> outcome = rules.send(rules.callUnder(key), exchange);
            Reply reply = outcome.response();
            return new Told(what, key, path, body, reply.status(), reply.json(), attempts.get());
        } catch (UnansweredException gaveUp) {
            return new Told(what, key, path, body, 0, null, attempts.get());
        }
    }

    private Answer<Reply> attempt(String path, String body, String header, Duration atMost)
            throws IOException, InterruptedException {
        Duration limit = atMost.compareTo(Duration.ofSeconds(10)) < 0 ? atMost : Duration.ofSeconds(10);
        HttpRequest request = request(path)
                .timeout(limit)
                .header("Content-Type", "application/json")
                .header(IdempotencyHeaders.KEY, header)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return new Reply(http.send(request, HttpResponse.BodyHandlers.ofByteArray()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                        URI.create(nodes.node(turn.getAndIncrement()).url() + path))
                .header("Authorization", ALICE);
    }

    /** A whole answer. */
    private record Reply(HttpResponse<byte[]> response) implements Answer<Reply> {
        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        @Override
        public byte[] content() {
            return response.body();
        }

        @Override
        public Reply accept() {
            return this;
        }

        @Override
        public void discard() {
            // It is read already.
        }

        JsonNode json() {
            return JSON.readTree(response.body());
        }
    }
}

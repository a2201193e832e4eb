package io.yici.http.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow.Publisher;

/** One request on the JDK's client, whose body handler is kept for the answer that ends the call. */
final class JdkExchange<T> implements Exchange<HttpResponse<T>> {
    private final HttpClient client;
    private final HttpRequest request;
    private final BodyHandler<T> handler;

    JdkExchange(HttpClient client, HttpRequest request, BodyHandler<T> handler) {
        this.client = client;
        this.request = request;
        this.handler = handler;
    }

    @Override
    public Answer<HttpResponse<T>> send(String headerValue, Duration atMost) throws IOException, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        Duration own = request.timeout().orElse(atMost);
        HttpRequest attempt = HttpRequest.newBuilder(
                        request, (name, value) -> !name.equalsIgnoreCase(IdempotencyHeaders.KEY))
                .setHeader(IdempotencyHeaders.KEY, headerValue)
                .timeout(own.compareTo(atMost) < 0 ? own : atMost)
                .build();
        try {
            HttpResponse<Publisher<List<ByteBuffer>>> head = client.send(attempt, BodyHandlers.ofPublisher());
            return new JdkAnswer<>(head, handler, end);
        } catch (IOException failure) {
            throw sendsMoreThanOnce() ? SilentRetries.asLost(failure) : failure;
        }
    }

    /** After a 303 the first request has done its work, whatever becomes of the second. */
    private boolean sendsMoreThanOnce() {
        return SilentRetries.inHttpClient() || client.followRedirects() != HttpClient.Redirect.NEVER;
    }
}

package io.yici.http.client;

import java.io.IOException;
import java.time.Duration;

/**
 * Sends one request once; what an HTTP client is to the retry rules.
 *
 * <p>Implemented by whoever binds an HTTP client. It must not retry by itself, and its request must be repeatable.
 *
 * @param <R> the response type of the HTTP client
 */
@FunctionalInterface
public interface Exchange<R> {
    /**
     * Sends the request with this value of {@link IdempotencyHeaders#KEY}, and returns when the head of an answer is
     * there.
     *
     * @param atMost what is left of the total deadline; a client that can, ends the attempt with it
     * @throws java.net.ConnectException and its kin, when no connection was made and nothing can have been sent
     * @throws IOException when the answer is lost
     */
    Answer<R> send(String headerValue, Duration atMost) throws IOException, InterruptedException;
}

package io.yici.http.client;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.List;

/**
 * The JDK's HTTP client under the rules of {@link IdempotentCalls}. Thread-safe; sends block.
 *
 * <p>The body publisher must be one that can be subscribed to again ({@code ofString}, {@code ofByteArray},
 * {@code ofFile}, {@code ofInputStream} with a supplier that opens anew). The time-out of the request is that of each
 * attempt, and a time-out is retried under the same key. Redirects are the client's: the JDK keeps method, body and key
 * on 307 and 308; with a client that follows redirects, a refused connection no longer proves that nothing was sent,
 * and the outcome is unknown instead. The body handler sees only the answer that ends the call; one that streams
 * ({@code ofInputStream}, {@code ofLines}, {@code ofPublisher}) ends it as soon as the head is there, and what breaks
 * later is the reader's.
 */
public final class IdempotentHttpClient {
    private final IdempotentCalls calls;
    private final HttpClient client;

    IdempotentHttpClient(IdempotentCalls calls, HttpClient client) {
        this.calls = calls;
        this.client = client;
        SilentRetries.warnOfHttpClient();
    }

    /**
     * Sends a request as a call of its own. A request that already carries {@link IdempotencyHeaders#KEY} is sent under
     * that key, unchanged; any other gets a fresh one.
     *
     * @throws IllegalArgumentException when the request carries more than one key
     * @throws UnansweredException as {@link IdempotentCalls#send} says
     */
    public <T> CallOutcome<HttpResponse<T>> send(HttpRequest request, BodyHandler<T> handler) {
        List<String> given = request.headers().allValues(IdempotencyHeaders.KEY);
        if (given.size() > 1) {
            throw new IllegalArgumentException("request must not carry more than one " + IdempotencyHeaders.KEY);
        }
        return attempted(given.isEmpty() ? calls.call() : calls.callOfHeader(given.get(0)), request, handler);
    }

    /**
     * Sends a request under the key of a call; sent again with the same call, it has the same key.
     *
     * @throws IllegalArgumentException when the request carries another key
     * @throws UnansweredException as {@link IdempotentCalls#send} says
     */
    public <T> CallOutcome<HttpResponse<T>> send(Call call, HttpRequest request, BodyHandler<T> handler) {
        for (String given : request.headers().allValues(IdempotencyHeaders.KEY)) {
            if (!KeyText.unquoted(given).equals(call.key())) {
                throw new IllegalArgumentException("request carries another key than " + call);
            }
        }
        return attempted(call, request, handler);
    }

    private <T> CallOutcome<HttpResponse<T>> attempted(Call call, HttpRequest request, BodyHandler<T> handler) {
        return calls.send(call, new JdkExchange<>(client, request, handler));
    }
}

package io.yici.http.client.spring;

import io.yici.http.client.Call;
import io.yici.http.client.CallOutcome;
import io.yici.http.client.IdempotencyHeaders;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.SilentRetries;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends requests of a {@code RestClient} or {@code RestTemplate} under the rules of {@link IdempotentCalls}.
 *
 * <p>POST and PATCH get a fresh key for each exchange, made outside the retry loop; a request of any method that has a
 * {@link #CALL} or already carries the header is sent under that key; all others pass. Register it last: what comes
 * after it runs on every attempt on Spring 7, but only on the first on Spring 6.2. A retry around the whole exchange
 * ({@code @Retryable} and the like) makes a new call, unless it names the same {@link #CALL}. Each attempt is bounded
 * by the request factory's own time-outs, which should be set; the total deadline bounds attempts begun and waits.
 * Answers are read into memory, so that half an answer is fetched again. Thread-safe.
 */
public final class IdempotencyInterceptor implements ClientHttpRequestInterceptor {
    /** The request attribute that holds the {@link Call} to send under. */
    public static final String CALL = IdempotencyInterceptor.class.getName() + ".call";

    private static final String OUTCOME = IdempotencyInterceptor.class.getName() + ".outcome";

    private static final Set<String> UNSAFE = Set.of("POST", "PATCH");

    private final IdempotentCalls calls;
    private final boolean sendsOnce;

    /**
     * Sends under these rules over a request factory that may follow redirects, as Spring Boot's do: a refused
     * connection then does not prove that nothing was sent, and the outcome is unknown.
     */
    public IdempotencyInterceptor(IdempotentCalls calls) {
        this(calls, false);
    }

    private IdempotencyInterceptor(IdempotentCalls calls, boolean sendsOnce) {
        this.calls = calls;
        this.sendsOnce = sendsOnce;
    }

    /**
     * The same for a request factory that follows no redirects and repeats nothing by itself: a refused connection is
     * then a {@link io.yici.http.client.CallNotSentException}.
     */
    public IdempotencyInterceptor withoutRedirects() {
        return new IdempotencyInterceptor(calls, true);
    }

    /**
     * How the answer to a request was got, replays and attempts included; for the function given to
     * {@code RestClient}'s {@code exchange}. Empty when the request passed without a key.
     */
    public static Optional<CallOutcome<?>> outcomeOf(HttpRequest request) {
        return Optional.ofNullable((CallOutcome<?>) request.getAttributes().get(OUTCOME));
    }

    /**
     * Sends the request until an answer ends it.
     *
     * @throws io.yici.http.client.UnansweredException as {@link IdempotentCalls#send} says
     * @throws IllegalArgumentException when the request carries several keys, or another than its call
     */
    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        List<String> given = request.getHeaders().getValuesAsList(IdempotencyHeaders.KEY);
        Object named = request.getAttributes().get(CALL);
        if (named == null
                && given.isEmpty()
                && !UNSAFE.contains(request.getMethod().name())) {
            return execution.execute(request, body);
        }
        Call call = named == null ? callOf(request, given) : (Call) named;
        requireOneKey(call, given);
        CallOutcome<ClientHttpResponse> outcome = calls.send(call, (header, atMost) -> {
            request.getHeaders().set(IdempotencyHeaders.KEY, header);
            return new SpringAnswer(once(request, body, execution));
        });
        request.getAttributes().put(OUTCOME, outcome);
        return outcome.response();
    }

    private ClientHttpResponse once(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        try {
            return execution.execute(request, body);
        } catch (IOException failure) {
            throw sendsOnce ? failure : SilentRetries.asLost(failure);
        }
    }

    private Call callOf(HttpRequest request, List<String> given) {
        String header = request.getHeaders().getFirst(IdempotencyHeaders.KEY);
        return given.isEmpty() || header == null ? calls.call() : calls.callOfHeader(header);
    }

    private void requireOneKey(Call call, List<String> given) {
        if (given.size() > 1) {
            throw new IllegalArgumentException("request must not carry more than one " + IdempotencyHeaders.KEY);
        }
        for (String header : given) {
            if (!calls.callOfHeader(header).key().equals(call.key())) {
                throw new IllegalArgumentException("request carries another key than " + call);
            }
        }
    }
}

package io.yici.http.client.webhook;

import io.yici.http.client.Attempt;
import io.yici.http.client.CallNotSentException;
import io.yici.http.client.IdempotencyHeaders;
import io.yici.http.client.IdempotentCalls;
import io.yici.http.client.IdempotentHttpClient;
import io.yici.http.client.UnansweredException;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Posts messages of the outbox to HTTP endpoints. Every try of a message carries the same {@code Idempotency-Key} and
 * {@code webhook-id}, its message id, so that a receiver can tell a repeat; and a fresh time and signature
 * ({@link WebhookSignature}).
 *
 * <p>A 2xx is delivered. No connection, 429 and 503 say that the endpoint takes nothing now: its messages wait, and no
 * try is burnt. {@code Retry-After} is honoured on every answer, up to an hour: nothing is sent to the endpoint sooner
 * after a 429 or 503, nor that message after another failure. Everything else counts as a try of that message: an
 * answer that is lost, 409 and other 5xx too, since a receiver that fails on one message must not hold up the others
 * for ever. Redirects are not followed.
 *
 * <p>Thread-safe. Sends on threads of its own, at most so many at once for each destination, so that one that is slow
 * keeps no other waiting. What has waited for a thread half as long as a try may take is not sent, and burns no try.
 */
public final class WebhookSender implements MessageSender {
    private static final int MOST_THREADS = 1_000;
    private static final Duration RETENTION = Duration.ofDays(365);

    /** An endpoint that asks for more is asked again by then: it may have meant something else. */
    private static final Duration LONGEST_REST = Duration.ofHours(1);

    /** Ours, and those that belong to the connection (RFC 9110, section 7.6.1). */
    private static final Set<String> NOT_FROM_MESSAGES = Set.of(
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            IdempotencyHeaders.KEY.toLowerCase(Locale.ROOT),
            WebhookSignature.ID,
            WebhookSignature.TIMESTAMP,
            WebhookSignature.SIGNATURE);

    private final WebhookEndpoints endpoints;
    private final Duration timeout;
    private final Clock clock;
    private final IdempotentCalls calls;
    private final IdempotentHttpClient http;
    private final int most;
    private final Map<String, ThreadPoolExecutor> threads = new ConcurrentHashMap<>();

    private WebhookSender(WebhookEndpoints endpoints, Duration timeout, int most, Clock clock) {
        if (most < 1 || most > MOST_THREADS) {
            throw new IllegalArgumentException("most must be 1 to " + MOST_THREADS + ", not " + most);
        }
        this.endpoints = endpoints;
        this.timeout = timeout;
        this.clock = clock;
        // The relay tries again, with its own pauses and its own memory of them.
        this.calls = IdempotentCalls.builder()
                .attempts(1)
                .totalDeadline(timeout)
                .serverRetention(RETENTION)
                .build();
        this.http = calls.over(HttpClient.newBuilder()
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build());
        this.most = most;
    }

    /** Sends to these endpoints, ten seconds long at most, eight at once for each destination. */
    public static WebhookSender to(WebhookEndpoints endpoints) {
        return to(endpoints, Duration.ofSeconds(10), 8);
    }

    /**
     * The same with other limits.
     *
     * @param timeout the longest that one try may take, connection included; shorter than the relay's lease
     * @param most sends at once for each destination, 1 to 1000
     */
    public static WebhookSender to(WebhookEndpoints endpoints, Duration timeout, int most) {
        return to(endpoints, timeout, most, Clock.systemUTC());
    }

    static WebhookSender to(WebhookEndpoints endpoints, Duration timeout, int most, Clock clock) {
        return new WebhookSender(endpoints, timeout, most, clock);
    }

    @Override
    public Duration deliveryTimeout() {
        return timeout;
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        WebhookEndpoint endpoint = endpoints.find(message.destination()).orElse(null);
        if (endpoint == null) {
            return CompletableFuture.completedFuture(
                    new SendResult.Refused("there is no endpoint for " + message.destination()));
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        return CompletableFuture.supplyAsync(
                () -> result(endpoint, message, deadline),
                threads.computeIfAbsent(message.destination(), this::threadsOf));
    }

    private SendResult result(WebhookEndpoint endpoint, StoredMessage message, long deadline) {
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        if (left.compareTo(timeout.dividedBy(2)) < 0) {
            return new SendResult.Unreachable(
                    endpoint + " is slow: this one waited behind others for too long, and was not sent");
        }
        try {
            List<Attempt> attempts = http.send(
                            calls.callUnder(message.messageId()),
                            request(endpoint, message, left),
                            BodyHandlers.discarding())
                    .attempts();
            return answered(endpoint, attempts.get(attempts.size() - 1));
        } catch (UnansweredException unanswered) {
            return unanswered(endpoint, unanswered);
        }
    }

    private HttpRequest request(WebhookEndpoint endpoint, StoredMessage message, Duration left) {
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.uri())
                .timeout(left)
                .header("Content-Type", message.contentType())
                .header(WebhookSignature.ID, message.messageId())
                .header(WebhookSignature.TIMESTAMP, timestamp)
                .header(
                        WebhookSignature.SIGNATURE,
                        WebhookSignature.of(endpoint.secrets(), message.messageId(), timestamp, message.payload()))
                .POST(BodyPublishers.ofByteArray(message.payload()));
        message.headers().forEach((name, value) -> {
            if (!NOT_FROM_MESSAGES.contains(name.toLowerCase(Locale.ROOT))) {
                request.header(name, value);
            }
        });
        return request.build();
    }

    private static SendResult answered(WebhookEndpoint endpoint, Attempt attempt) {
        int status = attempt.status().orElseThrow();
        if (status / 100 == 2) {
            return new SendResult.Delivered();
        }
        String why = endpoint + " answered " + status;
        Duration after = attempt.asked().compareTo(LONGEST_REST) > 0 ? LONGEST_REST : attempt.asked();
        return takesNothingNow(status) ? new SendResult.Unreachable(why, after) : new SendResult.Refused(why, after);
    }

    private static SendResult unanswered(WebhookEndpoint endpoint, UnansweredException unanswered) {
        List<Attempt> attempts = unanswered.attempts();
        if (!attempts.isEmpty() && attempts.get(attempts.size() - 1).status().isPresent()) {
            return answered(endpoint, attempts.get(attempts.size() - 1));
        }
        Throwable cause = unanswered.getCause();
        String why = endpoint + (cause == null ? " gave no answer" : " gave no answer: " + cause);
        return unanswered instanceof CallNotSentException
                ? new SendResult.Unreachable(why)
                : new SendResult.Refused(why);
    }

    private static boolean takesNothingNow(int status) {
        return status == 429 || status == 503;
    }

    /** Ends the sends under way by interrupting them; the relay has waited for them before. */
    @Override
    public void close() {
        threads.values().forEach(ThreadPoolExecutor::shutdownNow);
    }

    private ThreadPoolExecutor threadsOf(String destination) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "yici-" + destination);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}

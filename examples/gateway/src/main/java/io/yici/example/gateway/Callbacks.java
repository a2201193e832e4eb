package io.yici.example.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells shops what was booked: every event until it is accepted, with pauses that double up to a limit. Thread safe.
 */
final class Callbacks {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final long HELD_MILLIS = 2_000;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(LIMIT)
            .build();
    private final GatewayOptions options;
    private final Ledger ledger;
    private final Signature signature;
    private final ScheduledExecutorService timer;
    private final BooleanSupplier up;
    private final Deque<Runnable> held = new ArrayDeque<>();

    /** @param up whether the gateway runs; while it is down nothing is sent, and nothing forgotten */
    Callbacks(
            GatewayOptions options,
            Ledger ledger,
            Signature signature,
            ScheduledExecutorService timer,
            BooleanSupplier up) {
        this.options = options;
        this.ledger = ledger;
        this.signature = signature;
        this.timer = timer;
        this.up = up;
    }

    /** Begins to send an event; complete once its first try is over, however that ended. Never blocks. */
    CompletableFuture<Void> send(Event event, Set<Fault> faults) {
        CompletableFuture<Void> tried = new CompletableFuture<>();
        if (faults.contains(Fault.SWAP_CALLBACKS)) {
            hold(() -> start(event, faults, tried));
        } else {
            start(event, faults, tried);
            tried.thenRun(this::releaseHeld);
        }
        return tried;
    }

    private void start(Event event, Set<Fault> faults, CompletableFuture<Void> tried) {
        post(event, 1, tried);
        if (faults.contains(Fault.DUPLICATE_CALLBACKS)) {
            post(event, 1, new CompletableFuture<>());
        }
    }

    private void post(Event event, int number, CompletableFuture<Void> tried) {
        if (!up.getAsBoolean()) {
            tried.complete(null);
            again(event, number, options.firstPause().toMillis());
            return;
        }
        String body = JSON.writeValueAsString(event.body());
        HttpRequest request = HttpRequest.newBuilder(URI.create(event.callbackUrl()))
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .header("Gateway-Signature", signature.of(body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).whenComplete((response, failure) -> {
            if (failure == null && response.statusCode() / 100 == 2) {
                ledger.delivered(event);
            } else {
                again(event, number + 1, pauseBefore(number + 1));
            }
            tried.complete(null);
        });
    }

    private void again(Event event, int number, long pauseMillis) {
        later(() -> post(event, number, new CompletableFuture<>()), pauseMillis);
    }

    private long pauseBefore(int number) {
        long doubled = options.firstPause().toMillis() << Math.min(20, number - 2);
        return Math.min(doubled, options.longestPause().toMillis());
    }

    private void hold(Runnable send) {
        AtomicBoolean sent = new AtomicBoolean();
        Runnable once = () -> {
            if (sent.compareAndSet(false, true)) {
                send.run();
            }
        };
        synchronized (held) {
            held.add(once);
        }
        later(once, HELD_MILLIS);
    }

    private void releaseHeld() {
        while (true) {
            Runnable next;
            synchronized (held) {
                next = held.poll();
            }
            if (next == null) {
                return;
            }
            next.run();
        }
    }

    private void later(Runnable work, long millis) {
        try {
            timer.schedule(work, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // The gateway was closed; the ledger knows what is undelivered.
        }
    }
}

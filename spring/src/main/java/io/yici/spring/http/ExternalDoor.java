package io.yici.spring.http;

import io.yici.Answer;
import io.yici.IdempotencyException;
import io.yici.external.Taken;
import io.yici.http.KeptResponse;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lets a handler run that calls other systems: its claim is committed before the rest of the filter chain, no
 * transaction surrounds it, and its response is recorded afterwards. Once the handler was entered, only an answer that
 * is recorded ends it; everything else leaves it unresolved. Thread-safe.
 */
final class ExternalDoor {
    private final Replay replay;
    private final Refusal refusal;
    private final HeldResponses held;

    ExternalDoor(Replay replay, Refusal refusal, HeldResponses held) {
        this.replay = replay;
        this.refusal = refusal;
        this.held = held;
    }

    void pass(Asked asked) throws IOException, ServletException {
        Exchange exchange = new Exchange(asked.route());
        exchange.bindTo(asked.request());
        boolean answersLater = false;
        try {
            Taken<byte[]> taken =
                    asked.route().external().take(asked.operation(), asked.fingerprint(), Answer.stored(byte[].class));
            if (taken instanceof Taken.Answered<byte[]> answered) {
                replay.send(asked, exchange, answered.outcome().value());
            } else if (taken instanceof Taken.Running<byte[]> run) {
                answersLater = asked.route().answersLater();
                if (answersLater) {
                    new LaterAnswer(asked, exchange, run).await();
                } else {
                    answer(asked, exchange, run);
                }
            }
        } catch (IdempotencyException refused) {
            refusal.send(asked, refused);
        } finally {
            if (!answersLater) {
                Exchange.unbindFrom(asked.request());
            }
        }
    }

    private void answer(Asked asked, Exchange exchange, Taken.Running<byte[]> run)
            throws IOException, ServletException {
        try (HeldResponse response = held.behind(asked)) {
            exchange.answersInto(response);
            KeptResponse snapshot;
            try {
                run.<Exchange, Exception>within(() -> {
                    asked.answerInto(response);
                    return exchange;
                });
                snapshot = kept(exchange, response);
            } catch (Throwable escaped) {
                exchange.thrown(Escape.cause(escaped));
                leave(exchange, run);
                Escape.rethrow(escaped);
                return;
            }
            if (snapshot == null) {
                leave(exchange, run);
            } else {
                run.finish(snapshot.encode());
            }
            response.send();
        }
    }

    /** What is recorded of the answer, or null when it is none that ends the operation. */
    private static @Nullable KeptResponse kept(Exchange exchange, HeldResponse response) throws IOException {
        return switch (Fate.of(exchange, response)) {
            case RECORDED, UNDONE -> Snapshot.of(response, exchange.route().rules());
            case COMMITTED, ROLLED_BACK -> null;
        };
    }

    /** Free again where nothing can have left, by declaration or because the handler was not entered; else unknown. */
    static void leave(Exchange exchange, Taken.Running<byte[]> run) {
        Throwable thrown = exchange.thrown();
        boolean committed = thrown != null && exchange.route().rules().commits(thrown);
        if (committed || !exchange.hasReachedHandler() || (thrown != null && !wasEntered(exchange.route(), thrown))) {
            run.withdraw();
        } else {
            run.leaveUnresolved(thrown);
        }
    }

    /**
     * Whether the handler's body was entered before this was thrown: an exception of argument resolution, validation or
     * method security has no frame of it. One without a stack trace is taken to come from inside.
     */
    private static boolean wasEntered(Route route, Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            StackTraceElement[] trace = each.getStackTrace();
            if (trace.length == 0 || Arrays.stream(trace).anyMatch(frame -> isBodyOf(route, frame))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBodyOf(Route route, StackTraceElement frame) {
        return frame.getClassName().equals(route.method().getDeclaringClass().getName())
                && frame.getMethodName().equals(route.method().getName());
    }
}

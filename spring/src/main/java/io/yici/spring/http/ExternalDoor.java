package io.yici.spring.http;

import io.yici.Answer;
import io.yici.IdempotencyException;
import io.yici.external.Taken;
import io.yici.http.KeptResponse;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.support.InvocableHandlerMethod;

/**
 * Lets a handler run that calls other systems: its claim is committed before the rest of the filter chain, no
 * transaction surrounds it, and its response is recorded afterwards. Once the handler was entered, only an answer that
 * is recorded ends it; everything else leaves it unresolved, and a repeat is refused as unknown, or, where the handler
 * is declared resumable, enters it again. Thread-safe.
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
            Taken<byte[]> taken = asked.route()
                    .external()
                    .take(
                            asked.operation(),
                            asked.fingerprint(),
                            Answer.stored(byte[].class),
                            asked.route().rules().resumable());
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
            Fate fate;
            KeptResponse snapshot;
            try {
                run.<Exchange, Exception>within(() -> {
                    asked.answerInto(response);
                    return exchange;
                });
                fate = Fate.of(exchange, response);
                snapshot = kept(fate, exchange, response);
            } catch (Throwable escaped) {
                exchange.thrown(Escape.cause(escaped));
                leave(exchange, run);
                Escape.rethrow(escaped);
                return;
            }
            if (snapshot == null) {
                leave(exchange, run, fate);
            } else {
                run.finish(snapshot.encode());
            }
            response.send();
        }
    }

    /** What is recorded of the answer, or null when it is none that ends the operation. */
    private static @Nullable KeptResponse kept(Fate fate, Exchange exchange, HeldResponse response) throws IOException {
        return switch (fate) {
            case RECORDED, UNDONE -> Snapshot.of(response, exchange.route().rules());
            case COMMITTED, ROLLED_BACK -> null;
        };
    }

    /** Free again where nothing can have left, by declaration or because the handler was not entered; else unknown. */
    static void leave(Exchange exchange, Taken.Running<byte[]> run) {
        Throwable thrown = exchange.thrown();
        boolean declared = thrown != null && exchange.route().rules().commits(thrown);
        leave(exchange, run, declared ? Fate.COMMITTED : Fate.ROLLED_BACK);
    }

    private static void leave(Exchange exchange, Taken.Running<byte[]> run, Fate fate) {
        Throwable thrown = exchange.thrown();
        if (fate == Fate.COMMITTED || !mayHaveEntered(exchange, thrown)) {
            run.withdraw();
        } else {
            run.leaveUnresolved(thrown);
        }
    }

    /**
     * Whether the handler's body may have been entered. Where it was only thrown, the trace must show that it was not:
     * argument resolution, validation and method security throw while Spring invokes the handler, and without a frame
     * of it. What was thrown anywhere else, by another thread or while the answer was rendered, may come after an
     * effect.
     */
    private static boolean mayHaveEntered(Exchange exchange, @Nullable Throwable thrown) {
        if (!exchange.hasReachedHandler()) {
            return false;
        }
        return thrown == null
                || exchange.hasEnteredBody()
                || !hasFrame(thrown, ExternalDoor::isInvocation)
                || causes(thrown).anyMatch(each -> hasFrame(each, frame -> isBodyOf(exchange.route(), frame)));
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(100);
    }

    private static boolean hasFrame(Throwable thrown, Predicate<StackTraceElement> wanted) {
        return Stream.of(thrown.getStackTrace()).anyMatch(wanted);
    }

    private static boolean isInvocation(StackTraceElement frame) {
        return frame.getClassName().equals(InvocableHandlerMethod.class.getName())
                && frame.getMethodName().equals("invokeForRequest");
    }

    private static boolean isBodyOf(Route route, StackTraceElement frame) {
        return frame.getClassName().equals(route.method().getDeclaringClass().getName())
                && frame.getMethodName().equals(route.method().getName());
    }
}

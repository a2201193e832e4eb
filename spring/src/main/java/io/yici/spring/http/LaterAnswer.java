package io.yici.spring.http;

import io.yici.IdempotencyException;
import io.yici.external.Taken;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that goes on after the handler has returned: it is sent as it is made, and copied as far as it is short
 * enough to be kept. The operation ends with the request: recorded when that completes, unresolved when it fails or
 * times out.
 */
final class LaterAnswer implements AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(LaterAnswer.class);

    private final Asked asked;
    private final Exchange exchange;
    private final Taken.Running<byte[]> run;
    private final CopiedResponse response;
    private @Nullable Throwable failure;

    LaterAnswer(Asked asked, Exchange exchange, Taken.Running<byte[]> run) {
        this.asked = asked;
        this.exchange = exchange;
        this.run = run;
        this.response =
                new CopiedResponse(asked.response(), asked.route().rules().keptLimit());
    }

    /** Lets the handler begin, and listens for the end where it has not come with its return. */
    void await() throws IOException, ServletException {
        try {
            run.<Exchange, Exception>within(() -> {
                asked.answerInto(response);
                return exchange;
            });
        } catch (Throwable escaped) {
            exchange.thrown(Escape.cause(escaped));
            ExternalDoor.leave(exchange, run);
            Escape.rethrow(escaped);
            return;
        }
        if (asked.request().isAsyncStarted()) {
            exchange.enteredBody();
            asked.request().getAsyncContext().addListener(this);
        } else {
            end();
        }
    }

    private void end() {
        try {
            if (exchange.thrown() != null || failure != null || !isAnswer()) {
                if (exchange.thrown() == null && failure != null) {
                    exchange.thrown(failure);
                }
                ExternalDoor.leave(exchange, run);
            } else {
                run.finish(Snapshot.of(response, exchange.route().rules()).encode());
            }
        } catch (IdempotencyException unrecorded) {
            LOG.warn("An answer that was sent could not be recorded; repeats are refused", unrecorded);
        } finally {
            Exchange.unbindFrom(asked.request());
        }
    }

    private boolean isAnswer() {
        return exchange.hasReachedHandler()
                && exchange.route().rules().statuses().of(response.getStatus())
                        == io.yici.http.RecordedStatuses.Fate.RECORDED;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        failure = new IllegalStateException("the answer did not come in time");
    }

    @Override
    public void onError(AsyncEvent event) {
        failure = event.getThrowable();
    }

    /** A second phase of the same answer forgets the listeners of the first. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}

package io.yici.internal;

import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.inbox.Exhausted;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Why;
import io.yici.inbox.Subscription;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What everything about the messages of one subscription shares. */
record InboxDesk(Engine engine, OperationStore store, OperationSettings settings, Subscription subscription) {
    private static final Logger LOG = LoggerFactory.getLogger("io.yici.inbox");

    /** How long a rival is waited for at most: its delivery comes again anyway. */
    private static final long LONGEST_WAIT_MILLIS = 1_000;

    private static final Duration SHORTLY = Duration.ofMillis(500);
    private static final Duration WHEN_IT_IS_BACK = Duration.ofSeconds(1);

    <R extends @Nullable Object> R apart(Function<StoreTransaction, R> unit) {
        return Apart.run(store, unit);
    }

    NewRecord record(Incoming incoming, String attempt) {
        return new NewRecord(
                incoming.known(),
                incoming.fingerprint().stored(),
                attempt,
                null,
                settings.answersFor().toMillis(),
                settings.refusesFor().toMillis());
    }

    /** How long the record of a message is remembered, in any form. */
    long keepMillis() {
        return settings.answersFor().plus(settings.refusesFor()).toMillis();
    }

    long waitMillis() {
        return Math.min(settings.waitsFor().toMillis(), LONGEST_WAIT_MILLIS);
    }

    /** How long to wait after so many failures: doubling, spread by a fifth either way. */
    Duration backoff(int tries) {
        double factor = Math.pow(2, Math.max(0, Math.min(tries, 30) - 1));
        double millis = Math.min(
                subscription.retryMin().toMillis() * factor,
                subscription.retryMax().toMillis());
        return Duration.ofMillis(
                Math.max(1, (long) (millis * ThreadLocalRandom.current().nextDouble(0.8, 1.2))));
    }

    Handled.Later inProgress() {
        return new Handled.Later(SHORTLY, Why.IN_PROGRESS, null);
    }

    Handled.Later unavailable(@Nullable Throwable cause) {
        return new Handled.Later(WHEN_IT_IS_BACK, Why.UNAVAILABLE, cause);
    }

    /** Tells that a message is given up: once, as an error, for whoever is on duty. */
    void alarm(Incoming incoming, String why) {
        LOG.error(
                "A {} of '{}' for '{}' is given up: {} {}",
                incoming.message(),
                subscription.operation(),
                subscription.group(),
                why,
                subscription.exhausted() == Exhausted.DEAD_LETTER
                        ? "(It goes to the broker's dead letters.)"
                        : "(It waits for a person as " + HexFormat.of().formatHex(incoming.id()) + ".)");
        tell(Kind.PARKED, incoming, null);
    }

    /** Tells that a handler failed, each time: only here its stack trace is to be seen. */
    void failed(Incoming incoming, Throwable thrown) {
        LOG.warn("The handler of a {} for '{}' failed", incoming.message(), subscription.group(), thrown);
        tell(Kind.FAILED, incoming, thrown);
    }

    void tell(Kind kind, Incoming incoming, @Nullable Throwable cause) {
        Operation operation = incoming.operation();
        engine.events.tell(new OperationEvent(
                kind,
                subscription.operation(),
                operation == null ? "" : operation.id().shortHash(),
                Duration.ZERO,
                cause));
    }
}

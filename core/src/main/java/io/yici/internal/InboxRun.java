package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Rejection;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Why;
import io.yici.store.Failure;
import io.yici.store.OperationRecord;
import io.yici.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One message by itself: again after a conflict, counted when it fails, given up when it had enough. Thread-safe. */
final class InboxRun {
    private final InboxDesk desk;
    private final Tries tries;

    InboxRun(InboxDesk desk, Tries tries) {
        this.desk = desk;
        this.tries = tries;
    }

    /** Handles it; never throws for the message, its handler or the store. */
    Handled handle(Incoming incoming) {
        try {
            return incoming.fault() != null ? tries.giveUp(incoming, incoming.fault()) : known(incoming);
        } catch (StoreException failed) {
            desk.tell(Kind.STORE_ERROR, incoming, failed);
            return desk.unavailable(failed);
        }
    }

    private Handled known(Incoming incoming) {
        if (!incoming.message().suspect()) {
            return run(incoming, false);
        }
        if (isDone(incoming)) {
            desk.tell(Kind.REPLAYED, incoming, null);
            return new Handled.Duplicate(false);
        }
        Handled over = tries.begin(incoming);
        if (over != null) {
            if (over instanceof Handled.Later) {
                desk.tell(Kind.IN_PROGRESS, incoming, null);
            }
            return over;
        }
        Handled handled = run(incoming, true);
        if (handled instanceof Handled.Duplicate
                || (handled instanceof Handled.Later later && later.why() != Why.FAILED)) {
            tries.takeBack(incoming);
        }
        return handled;
    }

    /** Most messages that may have been delivered before were handled before: then nothing is counted. */
    private boolean isDone(Incoming incoming) {
        OperationRecord record = desk.store().peek(incoming.known().id());
        try {
            return record != null && record.answers() && incoming.fingerprint().agreesWith(record.fingerprint());
        } catch (IllegalArgumentException unknownAlgorithm) {
            return false;
        }
    }

    private Handled run(Incoming incoming, boolean counted) {
        Attempt attempt = attempt(() -> InboxUnit.alone(desk, incoming), incoming);
        HandlerFailure failure = attempt.failure();
        if (failure != null) {
            if (endedInside(failure)) {
                return gaveUp(incoming, failure);
            }
            return failure.thrown() instanceof Rejection refused
                    ? refused(incoming, refused)
                    : tries.failed(incoming, counted, failure.thrown());
        }
        Met met = attempt.met();
        if (met.unfit() != null) {
            desk.tell(Kind.MISMATCH, incoming, null);
            return tries.giveUp(incoming.alone(), met.unfit());
        }
        return met.handled() == null ? desk.unavailable(null) : met.handled();
    }

    /** Whether what was claimed is committed although the handler failed; it is taken back then. */
    boolean endedInside(HandlerFailure failure) {
        return tries.takeBack(failure.claimed(), failure.attempt());
    }

    /** Gives one up of which nobody can tell what is done. */
    Handled gaveUp(Incoming incoming, HandlerFailure failure) {
        return tries.giveUp(
                incoming,
                "Its handler ended the transaction by itself, as statements that change tables do on some databases, and"
                        + " then failed: what it wrote before that may be there. " + failure.thrown());
    }

    private Handled refused(Incoming incoming, Rejection refused) {
        desk.tell(Kind.FAILED, incoming, refused);
        return tries.giveUp(incoming, "The handler refuses it: " + refused);
    }

    /** Runs a transaction, again while it meets conflicts and may. */
    Attempt attempt(Unit unit, Incoming incoming) {
        Pause pause = new Pause(10);
        for (int conflicts = 0; ; conflicts++) {
            Throwable conflict;
            HandlerFailure handlers = null;
            try {
                return new Attempt(unit.run(), null);
            } catch (HandlerFailure failure) {
                Throwable thrown = failure.thrown();
                if (thrown instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                    return new Attempt(Met.of(desk.unavailable(thrown)), null);
                }
                Failure meaning = desk.store().classify(thrown);
                if (meaning == Failure.UNREACHABLE) {
                    desk.tell(Kind.STORE_ERROR, incoming, thrown);
                    return new Attempt(Met.of(desk.unavailable(thrown)), null);
                }
                if (meaning != Failure.CONFLICT) {
                    return new Attempt(Met.of(desk.unavailable(thrown)), failure);
                }
                conflict = thrown;
                handlers = failure;
            } catch (StoreException failed) {
                if (failed.failure() != Failure.CONFLICT) {
                    throw failed;
                }
                conflict = failed;
            }
            if (conflicts >= desk.settings().retries() || !pause.take(Duration.ofSeconds(1))) {
                return new Attempt(Met.of(desk.unavailable(conflict)), handlers);
            }
            desk.tell(Kind.RETRIED, incoming, conflict);
        }
    }

    /** One transaction. */
    interface Unit {
        Met run() throws HandlerFailure;
    }

    /**
     * How it went.
     *
     * @param met what came of the message, unless it failed
     * @param failure of the handler, or null
     */
    record Attempt(Met met, @Nullable HandlerFailure failure) {}
}

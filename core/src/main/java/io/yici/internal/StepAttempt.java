package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.external.CallNotSentException;
import io.yici.external.Evidence;
import io.yici.external.StepCall;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import io.yici.store.StepProgress;
import io.yici.store.StepState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt that has the record and goes on from where the step is: calls what was never called, asks about what was.
 * Never repeats what was done before the call. Used once, outside of every transaction.
 */
final class StepAttempt<I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object> {
    private final StepDesk desk;
    private final StepKind<I, R, T> kind;
    private final Call<T, RuntimeException> call;
    private final String attempt;
    private boolean alarms;

    StepAttempt(StepDesk desk, StepKind<I, R, T> kind, Call<T, RuntimeException> call, String attempt) {
        this.desk = desk;
        this.kind = kind;
        this.call = call;
        this.attempt = attempt;
    }

    /** Goes on. */
    StepEnd<T> go(StoredStep step) {
        StoredValue known = step.progress().evidence();
        if (known != null) {
            return close(step, kind.evidence(known));
        }
        return step.state() == StepState.INTENDED ? callOut(step) : ask(step);
    }

    private StepEnd<T> ask(StoredStep step) {
        Evidence<R> evidence;
        try {
            I input = kind.input(step);
            evidence = within(() -> kind.step().query(input, exchange(step)));
        } catch (Exception failed) {
            return later(step, "the query failed", interrupted(failed));
        }
        if (evidence instanceof Evidence.Absent) {
            return absent(step);
        }
        return evidence instanceof Evidence.Undecided<R> undecided
                ? later(step, undecided.reason(), null)
                : close(step, evidence);
    }

    /**
     * The other side does not know it. It may only not have arrived yet; and once it cannot arrive any more, it may be
     * sent again only to somebody who would recognise it.
     */
    private StepEnd<T> absent(StoredStep step) {
        StepProgress progress = step.progress();
        long settles = progress.calledAt() + kind.settings().settleDelay().toMillis();
        if (step.readAt() < settles) {
            return leave(
                    step,
                    "it has not arrived at the other side so far",
                    null,
                    now -> now.progress().later(settles, "not arrived so far"));
        }
        Duration window = kind.settings().dedupeWindow();
        if (window == null) {
            return forOperators(
                    step, "it never arrived at the other side, which is not declared to recognise a" + " repeat");
        }
        long lastMoment = step.readAt()
                + kind.leaseMillis()
                + kind.settings().callTimeout().toMillis();
        return lastMoment - progress.firstCalledAt() <= window.toMillis()
                ? callOut(step)
                : forOperators(step, "it never arrived at the other side, which may not recognise a repeat any more");
    }

    private StepEnd<T> callOut(StoredStep step) {
        long asked = System.nanoTime();
        if (!desk.apart(transaction -> stamp(transaction, step))) {
            return new StepEnd.Lost<>();
        }
        long left = (kind.leaseMillis() - kind.settings().callTimeout().toMillis()) * 1_000_000
                - (System.nanoTime() - asked);
        if (left < 0) {
            return notSent(step, "the lease was nearly over when it could have been sent", null);
        }
        Evidence<R> evidence;
        try {
            I input = kind.input(step);
            evidence = within(() -> kind.step().call(input, exchange(step)));
        } catch (CallNotSentException notSent) {
            return notSent(step, "nothing was sent: " + notSent.getMessage(), notSent);
        } catch (Exception unknown) {
            return later(step, "the call failed", interrupted(unknown));
        }
        if (evidence instanceof Evidence.Undecided<R> undecided) {
            return later(step, undecided.reason(), null);
        }
        return evidence instanceof Evidence.Absent
                ? later(step, "the other side does not know it yet", null)
                : close(step, evidence);
    }

    /** Says, before anything is sent, that it may have been; only for the attempt that still has the record. */
    private boolean stamp(StoreTransaction transaction, StoredStep step) {
        StepDesk.lock(transaction, step);
        if (!transaction.extend(step.id(), attempt, kind.leaseMillis())) {
            return false;
        }
        StoredStep now = transaction.steps().current(step.key());
        if (now == null || !now.state().isOpen()) {
            return false;
        }
        StepDesk.change(transaction, now, now.progress().called(now.readAt(), now.readAt() + kind.leaseMillis()));
        return true;
    }

    private StepEnd<T> close(StoredStep step, Evidence<R> evidence) {
        StepClosing.Closed<T> closed = new StepClosing<>(desk, kind, step.key(), evidence, attempt, null).close();
        RuntimeException failure = closed.failure();
        if (failure != null) {
            return new StepEnd.Open<>("what is known could not be applied", failure, false);
        }
        return switch (closed.settled()) {
            case APPLIED -> ended(closed.answer(), false);
            case ALREADY -> ended(closed.answer(), true);
            case CONTRADICTS -> new StepEnd.Open<>("the evidence contradicts what was known before", null, true);
            case UNKNOWN_KEY, UNDECIDED -> new StepEnd.Open<>("its step is gone", null, false);
        };
    }

    private static <T extends @Nullable Object> StepEnd<T> ended(
            @Nullable Supplier<Outcome<T>> answer, boolean recorded) {
        return answer == null
                ? new StepEnd.Open<>("it failed there, and is called again under another key", null, false)
                : new StepEnd.Ended<>(answer, recorded);
    }

    private StepEnd<T> notSent(StoredStep before, String why, @Nullable Throwable cause) {
        return leave(
                before,
                why,
                cause,
                now -> over(now, now.progress().notCalled(before.progress()).later(next(now), why), why));
    }

    /** What was thrown may name hosts and more, so its text is for operators, and no part of what callers are told. */
    private StepEnd<T> later(StoredStep step, String why, @Nullable Throwable cause) {
        String noted = cause == null ? why : why + ": " + cause;
        return leave(step, why, cause, now -> over(now, now.progress().later(next(now), noted), noted));
    }

    private StepEnd<T> forOperators(StoredStep step, String why) {
        return leave(step, why, null, now -> now.progress().forOperators(why));
    }

    private long next(StoredStep step) {
        return step.readAt()
                + StepDelays.millis(kind.settings(), step.progress().tries());
    }

    /** Past its tries a person is asked; it is never taken for a failure. */
    private StepProgress over(StoredStep now, StepProgress progress, String why) {
        return now.progress().tries() >= kind.settings().tries() ? progress.forOperators(why) : progress;
    }

    /** Gives the record up, unresolved; the end of the lease says the same, so a store that fails here is no matter. */
    private StepEnd<T> leave(
            StoredStep step, String why, @Nullable Throwable cause, Function<StoredStep, StepProgress> change) {
        StepEnd<T> end;
        try {
            end = desk.apart(transaction -> left(transaction, step, why, cause, change));
        } catch (StoreException failed) {
            desk.engine.events.tell(Kind.STORE_ERROR, call, failed);
            return new StepEnd.Open<>(why, cause == null ? failed : cause, false);
        }
        if (alarms) {
            desk.alarm(step, why);
        }
        return end;
    }

    private StepEnd<T> left(
            StoreTransaction transaction,
            StoredStep step,
            String why,
            @Nullable Throwable cause,
            Function<StoredStep, StepProgress> change) {
        StepDesk.lock(transaction, step);
        OperationRecord record = transaction.current(step.id());
        if (record == null) {
            return new StepEnd.Lost<>();
        }
        if (!record.isOpen()) {
            return new StepEnd.Ended<>(() -> desk.engine.replays.answer(call, record), true);
        }
        boolean ours = record.attempt().equals(attempt)
                && (record.state() == RecordState.UNRESOLVED || transaction.leaveUnresolved(step.id(), attempt));
        if (!ours) {
            return new StepEnd.Lost<>();
        }
        StoredStep now = transaction.steps().current(step.key());
        if (now == null || !now.state().isOpen()) {
            return new StepEnd.Open<>(why, cause, now != null && now.state() == StepState.OPERATORS);
        }
        StepProgress next = change.apply(now);
        StepDesk.change(transaction, now, next);
        alarms = next.state() == StepState.OPERATORS;
        return new StepEnd.Open<>(why, cause, alarms);
    }

    private StepCall exchange(StoredStep step) {
        return new StepCall(step.key(), step.generation(), kind.settings().callTimeout());
    }

    private <V> V within(RunStack.Inner<V, Exception> inner) throws Exception {
        return RunStack.within(desk.engine.runOf(call), inner);
    }

    private static Throwable interrupted(Exception failed) {
        if (failed instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return failed;
    }
}

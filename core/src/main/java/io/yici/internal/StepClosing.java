package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.StoreUnavailableException;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.Settled;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.NewStep;
import io.yici.store.OperationRecord;
import io.yici.store.StepProgress;
import io.yici.store.StepState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which evidence is applied, whoever brings it: under the operation's lock the business writes its
 * result, and the record and the step end, in one transaction. Whoever comes second finds the end and changes nothing.
 * Used once.
 */
final class StepClosing<I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object> {
    private final StepDesk desk;
    private final StepKind<I, R, T> kind;
    private final String key;
    private final Evidence<R> evidence;
    private final @Nullable String attempt;
    private final @Nullable Person person;
    private int conflicts;
    private boolean unsure;
    private boolean alarms;

    /**
     * @param attempt the attempt that brings it and still has the record, or null
     * @param person the operator who brings it, or null
     */
    StepClosing(
            StepDesk desk,
            StepKind<I, R, T> kind,
            String key,
            Evidence<R> evidence,
            @Nullable String attempt,
            @Nullable Person person) {
        this.desk = desk;
        this.kind = kind;
        this.key = key;
        this.evidence = evidence;
        this.attempt = attempt;
        this.person = person;
    }

    /** An operator, and why. */
    record Person(String by, String reason) {}

    /**
     * What came of it.
     *
     * @param answer gives or throws what the operation ended with; null while it is open
     * @param failure what kept it from being applied; the evidence was kept, where it could be
     */
    record Closed<T extends @Nullable Object>(
            Settled settled,
            @Nullable StoredStep step,
            @Nullable Supplier<Outcome<T>> answer,
            @Nullable RuntimeException failure) {}

    /** Applies it, in the caller's transaction where there is one, else in one of its own. */
    Closed<T> close() {
        Pause pause = new Pause(10);
        while (true) {
            boolean joined = false;
            try (EndedTransaction transaction = new EndedTransaction(desk.store.begin())) {
                joined = transaction.joined();
                Closed<T> closed = within(transaction);
                commit(transaction);
                return told(closed);
            } catch (StoreException failed) {
                if (joined) {
                    throw failed;
                }
                boolean again = failed.failure() != Failure.SCHEMA
                        && conflicts++ < tries(failed)
                        && pause.take(Duration.ofSeconds(1));
                if (!again) {
                    return kept(failed);
                }
            } catch (RuntimeException | Error thrown) {
                if (joined) {
                    throw thrown;
                }
                boolean again = desk.store.classify(thrown) == Failure.CONFLICT
                        && conflicts++ < kind.operation().retries()
                        && pause.take(Duration.ofSeconds(1));
                if (!again) {
                    Closed<T> kept = kept(thrown);
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    return kept;
                }
            }
        }
    }

    private void commit(EndedTransaction transaction) {
        try {
            transaction.commit();
        } catch (StoreException failed) {
            unsure |= failed.failure() != Failure.CONFLICT
                    && failed.failure() != Failure.REFUSED
                    && failed.failure() != Failure.ABORTED;
            throw failed;
        }
    }

    /** Those who wait for a lock nobody holds for long are more patient than those whom the database failed. */
    private int tries(StoreException failed) {
        return failed.failure() == Failure.CONFLICT ? 40 : kind.operation().retries();
    }

    private Closed<T> within(StoreTransaction transaction) {
        StoredStep step = StepDesk.locked(transaction, key);
        if (step == null) {
            return new Closed<>(Settled.UNKNOWN_KEY, null, null, null);
        }
        if (person != null) {
            transaction.steps().audit(step, "conclude", person.by(), person.reason());
        }
        StepState wanted = evidence instanceof Evidence.Succeeded ? StepState.DONE : StepState.FAILED;
        StepState ended = step.progress().ended();
        if (ended == wanted) {
            return already(transaction, step);
        }
        if (ended != null) {
            return contradict(transaction, step, wanted);
        }
        return person == null && contradictsKnown(step)
                ? holdBack(transaction, step)
                : apply(transaction, step, wanted);
    }

    /** Whether the opposite is known already, and only could not be applied so far. */
    private boolean contradictsKnown(StoredStep step) {
        StoredValue known = step.progress().evidence();
        return known != null && StepKind.isFailure(known) == evidence instanceof Evidence.Succeeded;
    }

    /** Nobody but a person can tell which is true; what was known first is kept. */
    private Closed<T> holdBack(StoreTransaction transaction, StoredStep step) {
        if (step.state() != StepState.OPERATORS || step.progress().contradictedAt() == 0) {
            String why = evidence instanceof Evidence.Succeeded
                    ? "it was said to have failed, and is now said to have succeeded"
                    : "it was said to have succeeded, and is now said to have failed: " + reason();
            StepDesk.change(transaction, step, step.progress().contradicted(step.readAt(), why));
            if (attempt != null) {
                transaction.leaveUnresolved(step.id(), attempt);
            }
            alarms = true;
        }
        return new Closed<>(Settled.CONTRADICTS, step, null, null);
    }

    private Closed<T> already(StoreTransaction transaction, StoredStep step) {
        OperationRecord record = transaction.current(step.id());
        Operation operation = transaction.steps().operation(step);
        if (record == null || operation == null || record.isOpen()) {
            return new Closed<>(Settled.ALREADY, step, null, null);
        }
        Call<T, RuntimeException> call = kind.call(operation, Fingerprint.unchecked());
        // The answer to an earlier commit of this call was lost: it is as likely as not that this is its doing.
        return unsure && call.answer().reference() == null
                ? new Closed<>(Settled.APPLIED, step, () -> executed(call, record), null)
                : new Closed<>(Settled.ALREADY, step, () -> desk.engine.replays.answer(call, record), null);
    }

    private Outcome<T> executed(Call<T, RuntimeException> call, OperationRecord record) {
        Outcome<T> answer = desk.engine.replays.answer(call, record);
        return new Outcome<>(answer.value(), Outcome.Kind.EXECUTED);
    }

    private Closed<T> apply(StoreTransaction transaction, StoredStep step, StepState end) {
        Operation operation = transaction.steps().operation(step);
        if (operation == null) {
            throw gone(null, step);
        }
        Call<T, RuntimeException> call = kind.call(operation, Fingerprint.unchecked());
        I input = kind.input(step);
        Conclusion<T> conclusion = RunStack.within(
                desk.engine.runOf(call),
                () -> evidence instanceof Evidence.Succeeded<R> succeeded
                        ? kind.step().succeeded(input, succeeded.result())
                        : kind.step().failed(input, reason()));
        transaction.flush();
        StepProgress progress =
                step.progress().ended(end, step.readAt(), step.keptFromNow(), end == StepState.DONE ? null : reason());
        if (conclusion instanceof Conclusion.Again) {
            return again(transaction, step, operation, progress);
        }
        Completion completion;
        Supplier<Outcome<T>> answer;
        if (conclusion instanceof Conclusion.Answered<T> answered) {
            completion = desk.engine.format.completion(call.answer(), answered.value());
            answer = () -> new Outcome<>(answered.value(), Outcome.Kind.EXECUTED);
        } else {
            Rejection rejection =
                    ((Conclusion.Rejected<T>) conclusion).rejection().asRecorded();
            completion = RejectionFormat.completion(rejection);
            answer = () -> {
                throw rejection;
            };
        }
        if (!transaction.conclude(step.id(), completion)) {
            throw gone(operation, step);
        }
        return new Closed<>(Settled.APPLIED, StepDesk.change(transaction, step, progress), answer, null);
    }

    private RuntimeException gone(@Nullable Operation operation, StoredStep step) {
        String found = "The record of call " + step.key() + " was ended or removed by other means.";
        return operation == null
                ? new MisuseException(null, found, null)
                : new OutcomeUnknownException(operation, found, null);
    }

    /** This key has failed; the next one is to be called. */
    private Closed<T> again(StoreTransaction transaction, StoredStep step, Operation operation, StepProgress progress) {
        if (evidence instanceof Evidence.Succeeded) {
            throw new MisuseException(
                    operation, "Its step answered a success with again(), which would do it a second time.", null);
        }
        int tries = step.progress().tries() + 1;
        transaction
                .steps()
                .insert(new NewStep(
                        StepKind.key(operation, step.generation() + 1),
                        operation,
                        step.generation() + 1,
                        step.input(),
                        tries,
                        StepDelays.millis(kind.settings(), tries),
                        step.keepUntil() - step.createdAt()));
        if (!transaction.reopen(step.id())) {
            throw gone(operation, step);
        }
        return new Closed<>(Settled.APPLIED, StepDesk.change(transaction, step, progress), null, null);
    }

    /** Nothing is rewritten; a person is told, once. A later call that would do it once more is held back. */
    private Closed<T> contradict(StoreTransaction transaction, StoredStep step, StepState wanted) {
        if (step.progress().contradictedAt() == 0) {
            String why = wanted == StepState.DONE
                    ? "it was applied as failed, and has succeeded after all"
                    : "it was applied as done, and is now said to have failed: " + reason();
            StepDesk.change(transaction, step, step.progress().contradicted(step.readAt(), why));
            StoredStep latest = transaction.steps().latest(step.id());
            if (wanted == StepState.DONE
                    && latest != null
                    && latest.generation() > step.generation()
                    && latest.state().isOpen()) {
                StepDesk.change(
                        transaction,
                        latest,
                        latest.progress().forOperators("call " + step.generation() + " has succeeded after all"));
            }
            alarms = true;
        }
        return new Closed<>(Settled.CONTRADICTS, step, null, null);
    }

    private String reason() {
        return evidence instanceof Evidence.Failed<R> failed ? failed.reason() : "";
    }

    private Closed<T> told(Closed<T> closed) {
        StoredStep step = closed.step();
        if (alarms && step != null) {
            desk.alarm(step, "evidence contradicts what was known before");
        } else if (closed.settled() == Settled.APPLIED && step != null && attempt == null) {
            desk.tell(Kind.SETTLED, step, null);
        }
        return closed;
    }

    /** What is known is kept in a transaction of its own, so that the settler can apply it later. */
    private Closed<T> kept(Throwable thrown) {
        RuntimeException failure = thrown instanceof StoreException failed
                ? new StoreUnavailableException(null, "The store failed: " + failed.message() + ".", failed)
                : thrown instanceof RuntimeException runtime ? runtime : new IllegalStateException(thrown);
        try {
            StoredStep left = desk.<@Nullable StoredStep>apart(transaction -> keep(transaction, thrown));
            if (left != null && left.progress().ended() != null) {
                return close(); // it was applied after all, by this or by another
            }
            if (left != null && left.state() == StepState.OPERATORS && person == null) {
                desk.alarm(left, "what is known could not be applied");
            }
        } catch (StoreException failed) {
            failure.addSuppressed(failed);
        }
        return new Closed<>(Settled.UNDECIDED, null, null, failure);
    }

    private @Nullable StoredStep keep(StoreTransaction transaction, Throwable thrown) {
        StoredStep step = StepDesk.locked(transaction, key);
        if (step == null || step.progress().ended() != null || person != null) {
            return step; // what a person said wrongly is not tried again and again, and goes on waiting for one
        }
        String why = "what is known could not be applied: " + thrown;
        long next = step.readAt()
                + StepDelays.millis(kind.settings(), step.progress().tries());
        StepProgress waiting =
                step.state() == StepState.OPERATORS ? step.progress().askedAgain(next) : step.progress();
        StepProgress kept = waiting.keeping(known(), next, why);
        if (attempt != null) {
            transaction.leaveUnresolved(step.id(), attempt);
        }
        boolean over = kept.tries() >= kind.settings().tries();
        return StepDesk.change(transaction, step, over ? kept.forOperators(why) : kept);
    }

    private @Nullable StoredValue known() {
        try {
            return kind.stored(evidence);
        } catch (CodecException unstorable) {
            return null;
        }
    }
}

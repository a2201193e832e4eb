package io.yici.internal;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.OperationId;
import io.yici.OperationSettings;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One call of the engine: what is asked, by whom, how it is kept, and the work; knows when it entered. */
public record Call<T extends @Nullable Object, X extends Exception>(
        Operation operation,
        Fingerprint fingerprint,
        Answer<T> answer,
        OperationSettings settings,
        TransactionalWork<T, X> work,
        boolean repeatable,
        KeyAge age,
        long enteredNanos) {

    /** Work that is given the transaction it runs in. */
    @FunctionalInterface
    public interface TransactionalWork<T extends @Nullable Object, X extends Exception> {
        /** Does the work. */
        T run(StoreTransaction transaction) throws X;
    }

    /** A call that enters now. */
    public static <T extends @Nullable Object, X extends Exception> Call<T, X> now(
            Operation operation,
            Fingerprint fingerprint,
            Answer<T> answer,
            OperationSettings settings,
            TransactionalWork<T, X> work,
            boolean repeatable) {
        return new Call<>(operation, fingerprint, answer, settings, work, repeatable, KeyAge.ANY, System.nanoTime());
    }

    /** The same call, with its key judged. */
    Call<T, X> aged(KeyAge judged) {
        return new Call<>(operation, fingerprint, answer, settings, work, repeatable, judged, enteredNanos);
    }

    /**
     * Whether this exception of the work commits; a predicate that fails is not lost, nor is what it was asked about.
     */
    boolean commitsUnrecorded(Throwable thrown) {
        try {
            return answer.isUnrecorded(thrown);
        } catch (RuntimeException | Error failed) {
            failed.addSuppressed(thrown);
            throw failed;
        }
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - enteredNanos);
    }

    /** What is left of the wait for a rival; never negative. */
    Duration waitLeft() {
        Duration left = settings.waitsFor().minus(elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    NewRecord newRecord(String attempt) {
        return new NewRecord(
                operation,
                fingerprint.stored(),
                attempt,
                outer(),
                settings.answersFor().toMillis(),
                settings.refusesFor().toMillis());
    }

    /** The record as this call committed it, with times relative to its own reading. */
    OperationRecord recordCommitted(String attempt, Completion completion) {
        long answers = settings.answersFor().toMillis();
        return new OperationRecord(
                operation.id(),
                operation.name(),
                fingerprint.stored(),
                completion.state(),
                attempt,
                completion.result(),
                completion.resultType(),
                0,
                answers,
                answers + settings.refusesFor().toMillis(),
                0,
                0);
    }

    private static @Nullable OperationId outer() {
        return Operation.current().map(Operation::id).orElse(null);
    }
}

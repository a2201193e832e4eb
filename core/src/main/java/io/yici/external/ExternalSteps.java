package io.yici.external;

import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.Work;
import io.yici.internal.StepSystem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations that call another system, such as a payment gateway, and end paid once or not at all. A call is written
 * down before it is made, made under a derived key outside of every transaction, and applied to the books in the
 * transaction that ends the operation's record. What nobody knows is asked for, never repeated blindly and never taken
 * for a failure.
 *
 * <p>Thread-safe. Had from {@code JdbcYici.externalSteps(...)} or, under Spring, as a bean.
 */
public final class ExternalSteps {
    private final StepSystem system;

    /** On declared kinds of calls. */
    public ExternalSteps(StepSystem system) {
        this.system = system;
    }

    /**
     * Runs the operation once, or answers from its record, or goes on where an earlier attempt stands.
     *
     * @param before writes what has to be there before the call and says what will be asked, in the transaction of the
     *     claim; commits once, and is never run again by whoever goes on. A rejection it throws is recorded; anything
     *     else it throws leaves the key free
     * @throws io.yici.Rejection the recorded refusal, from this run or an earlier one
     * @throws io.yici.InProgressException another attempt has it
     * @throws io.yici.OutcomeUnknownException what the other system did is not known yet; the same key may safely be
     *     sent again, and it is settled by itself
     * @throws MisuseException the calling thread is inside a transaction
     * @throws X whatever {@code before} throws, unchanged
     */
    public <I extends @Nullable Object, T extends @Nullable Object, X extends Exception> Outcome<T> run(
            ExternalStep<I, ?, T> step, Operation operation, Fingerprint fingerprint, Work<I, X> before) throws X {
        return system.run(step, operation, fingerprint, before);
    }

    /**
     * Writes down a call that the settler makes afterwards: an outbox for calls. In the caller's transaction, with
     * which it commits or is gone, else in one of its own. Asked for again by an equal request it does nothing.
     *
     * @param before as for {@link #run}, but a rejection it throws is not recorded, and the key stays free
     * @throws io.yici.MismatchException the key was used for another request
     * @throws io.yici.InProgressException another transaction is about to write it
     */
    public <I extends @Nullable Object, X extends Exception> void queue(
            ExternalStep<I, ?, ?> step, Operation operation, Fingerprint fingerprint, Work<I, X> before) throws X {
        system.queue(step, operation, fingerprint, before);
    }

    /**
     * Applies what has become known of a call: by a late response or by an authenticated callback, before the response
     * or after it, once or many times, in any order. In the caller's transaction where there is one, else in one of its
     * own.
     *
     * @param stepKey the key the call was made with
     * @return what came of it; after {@link Settled#UNKNOWN_KEY} let the other side send it again
     * @throws RuntimeException whatever the step throws while it writes; rolled back, and outside of a transaction of
     *     the caller the evidence is kept for the settler
     */
    public Settled settle(String stepKey, Evidence<?> evidence) {
        return system.settle(stepKey, evidence, null, null);
    }

    /** How the call with this key stands. */
    public Optional<StepView> find(String stepKey) {
        return system.find(stepKey);
    }

    /** How the last call of this operation stands. */
    public Optional<StepView> find(Operation operation) {
        return system.find(operation);
    }

    /** The calls that wait for a person. */
    public OperatorsQueue operators() {
        return new OperatorsQueue(system);
    }

    /** A settler for these calls; start it on as many nodes as you like. */
    public Settler settler() {
        return settler(Settler.BATCH);
    }

    /** One that takes up at most so many calls in a round, 1 to 10,000. */
    public Settler settler(int batch) {
        return new Settler(system, batch);
    }
}

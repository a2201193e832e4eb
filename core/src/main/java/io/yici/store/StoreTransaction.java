package io.yici.store;

import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a store, used by one thread. Every method may throw {@link StoreException}. Ends with exactly one
 * {@link #commit()} or {@link #rollback()}.
 */
public interface StoreTransaction {
    /** Whether it is the caller's: then commit and rollback end this part of it only. */
    boolean joined();

    /**
     * Tries to take the operation: inserts its record and refuses to wait for a rival. Takes over a record that is past
     * its refusal period. The record that answers {@link Claim.Recorded} is a current read, not one from an old
     * snapshot. One step: either the record is inserted and owned, or nothing was changed and the transaction is still
     * usable.
     *
     * @throws StoreException {@link Failure#CONFLICT} where the isolation level makes a duplicate a serialization
     *     failure
     */
    Claim claim(NewRecord record);

    /**
     * Writes the end of the run: only for the attempt that claimed, only from {@link RecordState#STARTED}. A record
     * with a lease answers and refuses for its whole periods from now on.
     *
     * @return false when no such row is there: the claim is gone
     */
    boolean finish(OperationId id, String attempt, Completion completion);

    /**
     * Takes the claim back, as if it had never been: only for the attempt that claimed.
     *
     * @return false when no such row is there: the claim is gone
     */
    boolean withdraw(OperationId id, String attempt);

    /**
     * Says that nobody knows how a run ended that left the database: only for the attempt that claimed, only from
     * {@link RecordState#STARTED}.
     *
     * @return false when no such row is there
     */
    boolean leaveUnresolved(OperationId id, String attempt);

    /**
     * Deletes a record whatever its state and writes the audit row; takes the operation's lock first.
     *
     * @return what was there: {@link Claim.Recorded} when deleted, {@link Claim.Claimed} when nothing was there (and
     *     nothing is left behind), {@link Claim.InFlight} or {@link Claim.Busy} when it could not be
     */
    Claim forget(NewRecord probe, String by, String reason);

    /**
     * Takes the lock under which an operation's record and steps are changed, until the transaction ends.
     *
     * @return false, at once, when somebody else has it
     */
    boolean lock(OperationId id);

    /** The record as it is committed now, or null; under the operation's lock. */
    @Nullable OperationRecord current(OperationId id);

    /**
     * Lets another attempt go on with work that left the database: only from {@link RecordState#UNRESOLVED}, or from
     * {@link RecordState#STARTED} once its lease is over. Under the operation's lock.
     *
     * @return false when the record is not in such a state, or no longer of the attempt that was seen
     */
    boolean retake(OperationId id, String seenAttempt, String attempt, long leaseMillis);

    /**
     * Lengthens the lease, counted from now: only for the attempt that has it, only from {@link RecordState#STARTED}.
     *
     * @return false when no such row is there: another attempt has taken over
     */
    boolean extend(OperationId id, String attempt, long leaseMillis);

    /**
     * Ends work that left the database by evidence of what it did, whoever runs it: from {@link RecordState#STARTED} or
     * {@link RecordState#UNRESOLVED}. It answers and refuses for its whole periods from now on.
     *
     * @return false when no such row is there
     */
    boolean conclude(OperationId id, Completion completion);

    /** Says that the work is nobody's, from the same states as {@link #conclude}; false when no such row is there. */
    boolean reopen(OperationId id);

    /** The calls to other systems. */
    StepRows steps();

    /** The messages that come in. */
    MessageRows messages();

    /** The messages that go out. */
    OutboxRows outbox();

    /**
     * Has {@code action}, which neither blocks nor throws, run once when the whole transaction has ended either way.
     */
    void afterEnd(Runnable action);

    /** The database's clock, epoch milliseconds. */
    long now();

    /** Sends what the persistence layer holds back, so that its errors come before the finish. */
    void flush();

    /**
     * Commits, or, joined, ends this part.
     *
     * @throws StoreException saying by its failure whether the server itself refused ({@link Failure#CONFLICT},
     *     {@link Failure#REFUSED}, {@link Failure#ABORTED}: rolled back) or the result is unknown (anything else; the
     *     old connection has then been aborted)
     */
    void commit();

    /**
     * Undoes everything since {@link OperationStore#begin()}. Joined, it undoes this part where the transaction can
     * (savepoint), else it makes the caller's transaction roll back. Never throws for a connection that is gone.
     *
     * @return whether the transaction can still be used: true only for a joined part that was undone
     */
    boolean rollback();

    /**
     * Runs {@code step} so that its failure, or a false from it, leaves the transaction as it was before. For observe
     * mode.
     */
    boolean shielded(Step step);

    /** A step inside {@link #shielded}. */
    @FunctionalInterface
    interface Step {
        /** Does it; false undoes it. */
        boolean run();
    }
}

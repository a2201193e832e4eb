package io.yici.store;

import io.yici.OperationId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an inbox needs of one transaction. Every method may throw {@link StoreException}. */
public interface MessageRows {
    /**
     * Takes several operations at once, each as finished already: for work that ends with this transaction. Waits for
     * rivals a little, and meets them in one order on every node, so that two that overlap never wait for each other.
     *
     * @param records no two of one operation; at most 500
     * @param completion what is written of each
     * @param waitMillis how long a rival is waited for, roughly
     * @return for each, in the order given: {@link Claim.Claimed}, {@link Claim.Recorded} or {@link Claim.InFlight};
     *     all in flight when the wait was too long, and then the transaction can only be rolled back
     */
    List<Claim> claimFinished(List<NewRecord> records, Completion completion, long waitMillis);

    /** Whether what {@link #claimFinished} inserted for this attempt is still there, and the transaction with it. */
    boolean holds(OperationId id, String attempt);

    /** Takes back what was inserted for this attempt, as if it had never been. */
    void withdraw(Collection<OperationId> ids, String attempt);

    /**
     * Writes the version a message brings, only where it is newer than what is there.
     *
     * @param aggregateId identity of the thing, 32 bytes
     * @param aggregate its name, for people
     * @param token new for each call
     * @return false when it is not newer
     */
    boolean advance(
            byte[] aggregateId, String operation, String aggregate, long version, String token, long keepMillis);

    /** Whether any message of this subscription is tried or kept. */
    boolean anyParked(String operation, String caller);

    /** Those that are tried or kept in these lanes, in their order. */
    List<ParkedMark> parkedIn(Collection<byte[]> lanes);

    /** Keeps a message. Fails with {@link Failure#REFUSED} when it is kept already. */
    void park(NewParked message);

    /**
     * Whether another transaction is changing the message with this id, as the one that handles it is until its end.
     * Locks it when none is. Never waits.
     */
    boolean isParkedTaken(byte[] id);

    /** The message with this id as it is committed now, locked until the transaction ends; or null. */
    @Nullable StoredParked lockParked(byte[] id);

    /** The message with this id, as the transaction sees it, or null. */
    @Nullable StoredParked findParked(byte[] id);

    /**
     * Writes what has changed, only when it is still in the state and has the tries that were seen.
     *
     * @param delayMillis how long the worker leaves it alone
     * @param tried whether it counts as tried now
     * @return false when somebody has changed or removed it
     */
    boolean changeParked(StoredParked seen, ParkedProgress progress, long delayMillis, boolean tried);

    /** Removes one; false when it is gone. */
    boolean removeParked(long entry);

    /** Lets the next one of a lane run that waits behind an earlier one, if there is one. */
    void promote(byte[] lane);

    /** Does so for every lane of this subscription whose first one is gone. */
    void promoteOrphans(String operation, String caller);

    /** Those that the worker should run now, in their order; not locked. */
    List<StoredParked> released(String operation, String caller, int limit);

    /** Those that are kept, in their order. */
    List<StoredParked> kept(String operation, String caller, int limit);

    /** How many wait behind a kept one, which is the first of its lane; 0 for one that waits itself. */
    long waitingBehind(StoredParked kept);

    /** Writes down what a person did to one. */
    void audit(StoredParked message, String action, String by, String reason);
}

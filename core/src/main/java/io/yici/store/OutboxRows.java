package io.yici.store;

import io.yici.OperationId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outbox, within one transaction. It has parts, each relayed by one holder at a time under a claim token and a
 * lease. Whoever changes what waits in a part changes the part's row first, in the same transaction. Every method may
 * throw {@link StoreException}.
 */
public interface OutboxRows {
    /** How many parts there are, for good: rows name the part they are in. */
    int SHARDS = 16;

    /**
     * Writes a message that waits.
     *
     * @return false, with nothing changed and the transaction usable, when there is one of this id
     */
    boolean insert(NewMessage message);

    /** The message with this id as it is committed now, sent ones too. */
    @Nullable OutboxMessage find(String messageId);

    /** Makes the rows of the parts where they are missing. */
    void prepare();

    /** The parts in which something waits that is due, least recently served first. Takes no locks. */
    List<DueShard> due();

    /**
     * Takes a part that nobody holds.
     *
     * @return null when somebody does
     */
    @Nullable Shard take(int shard, String claim, long leaseMillis);

    /**
     * Starts the lease anew and says below which sequence nothing waits. The first statement of every transaction of
     * the holder: a holder that was overtaken changes nothing.
     *
     * @return false when the part is no longer this holder's, or others have changed what waits in it
     */
    boolean renew(Shard held, String claim, long leaseMillis, long mark);

    /** The part as it is now, under its lock; null when it is no longer this holder's. */
    @Nullable Shard reread(int shard, String claim);

    /** Gives the part back. */
    void release(int shard, String claim);

    /**
     * What waits in a part, in order.
     *
     * @param from the first sequence
     * @param notLanes lanes to pass over
     * @param notDestinations destinations to pass over
     */
    List<OutboxMessage> read(
            int shard, long from, int limit, Collection<Long> notLanes, Collection<String> notDestinations);

    /**
     * What waits in these lanes below a sequence, such as what was committed after its part had been read past it.
     *
     * @return sequences in no order, at most {@code limit}
     */
    List<Long> earlier(Collection<Long> lanes, long before, int limit);

    /** Takes out what was delivered, or keeps it as sent for so long. */
    void delivered(Collection<Long> sequences, long keepMillis);

    /** Writes down a failure; of one that waits only. */
    void failed(MessageFailure failure);

    /** Lets these wait until the first of their lane no longer does. */
    void hold(Collection<Long> sequences);

    /**
     * Finds what waits, is due, and was committed when its part had been read past it.
     *
     * @return how many parts had such
     */
    int sweep();

    /** Those that wait for a person, the oldest first. */
    List<OutboxMessage> parked(int limit);

    /** The parked one with this id, as the transaction sees it. */
    @Nullable OutboxMessage findParked(String messageId);

    /** How many wait behind a parked one. */
    long waitingBehind(OutboxMessage parked);

    /** The parked one with this id, with its part locked; null when it is not parked. */
    @Nullable OutboxMessage lockParked(String messageId);

    /** Lets a parked one, and those behind it, be sent again; its part is locked. */
    void requeue(OutboxMessage parked);

    /** Deletes a parked one, and lets those behind it go; its part is locked. */
    void remove(OutboxMessage parked);

    /** Writes down what a person did to one, under an identity made of its id. */
    void audit(OperationId id, String action, String by, String reason);
}

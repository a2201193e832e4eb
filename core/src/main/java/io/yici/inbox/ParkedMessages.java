package io.yici.inbox;

import io.yici.internal.InboxSystem;
import java.util.List;
import java.util.Optional;

/**
 * The messages of one subscription that are parked, and those behind them. Every action is written to the audit table
 * in its own transaction. Thread-safe.
 */
public final class ParkedMessages {
    private final InboxSystem system;

    ParkedMessages(InboxSystem system) {
        this.system = system;
    }

    /** Those that are kept, the oldest first, at most {@code limit}, which is 1 to 1000. */
    public List<ParkedMessage> list(int limit) {
        return system.parked(limit);
    }

    /** The one with this id, also one that is only being tried. */
    public Optional<ParkedMessage> find(String id) {
        return system.find(id);
    }

    /**
     * Lets a parked one run again, with all its tries, by a worker: {@link Inbox#start()} on some node, or
     * {@link Inbox#runReleased}. Those behind it follow, in their order.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return false when it is not parked
     */
    public boolean resend(String id, String by, String reason) {
        return system.resend(id, by, reason);
    }

    /**
     * Takes one for handled that never will be: a copy that still comes is a duplicate. Those behind it follow.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return false when it is not kept
     */
    public boolean drop(String id, String by, String reason) {
        return system.drop(id, by, reason);
    }
}

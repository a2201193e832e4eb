package io.yici.outbox;

import io.yici.internal.OutboxSystem;
import java.util.List;
import java.util.Optional;

/**
 * The messages that failed too often. Later ones of the same ordering key wait behind them. Every action is written to
 * the audit table in its own transaction. Thread-safe.
 */
public final class DeadLetters {
    private final OutboxSystem system;

    DeadLetters(OutboxSystem system) {
        this.system = system;
    }

    /** The oldest ones first, at most {@code limit}, which is 1 to 1000. */
    public List<DeadLetter> list(int limit) {
        return system.deadLetters(limit);
    }

    /** The one with this id, when it is parked. */
    public Optional<DeadLetter> find(String messageId) {
        return system.deadLetter(messageId);
    }

    /**
     * Lets it be sent again, with all its tries, and those behind it afterwards, in their order.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return false when it is not parked: sent, on its way, or unknown
     */
    public boolean resend(String messageId, String by, String reason) {
        return system.resend(messageId, by, reason);
    }

    /**
     * Gives it up; it is never sent. Those behind it follow.
     *
     * @param by who decides, at most 255 bytes
     * @param reason why, at most 1000 characters
     * @return false when it is not parked
     */
    public boolean drop(String messageId, String by, String reason) {
        return system.drop(messageId, by, reason);
    }
}

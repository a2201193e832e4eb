package io.yici.inbox;

import io.yici.MisuseException;
import io.yici.internal.InboxSystem;
import java.util.List;

/**
 * Takes messages in for one {@link Subscription}: record and effect commit in one transaction, so that a message takes
 * effect once however often it is delivered. Call it from whatever receives messages, acknowledge when it says done.
 *
 * <p>Begins its own transactions, also where Spring manages them, and blocks for them and for the handler. Thread-safe.
 * Had from {@code JdbcYici.inbox(Subscription)} or {@code SpringYici.inbox(Subscription)}.
 */
public final class Inbox {
    private final InboxSystem system;

    /** For one subscription. */
    public Inbox(InboxSystem system) {
        this.system = system;
    }

    /** What it is for. */
    public Subscription subscription() {
        return system.subscription();
    }

    /**
     * Handles one message. Never throws for a handler that fails, a message that makes no sense, or a database that is
     * gone: it says so. Errors of the virtual machine pass.
     *
     * @throws MisuseException the calling thread is inside a transaction, or a run of Yici, with which the effect would
     *     wait to be committed
     */
    public Handled handle(Received message) {
        return system.handle(message);
    }

    /**
     * Handles several, in one transaction where all goes well. One that fails does not harm the others, except that
     * those of its ordering key wait for it.
     *
     * @param messages in the order they came
     * @return what came of each, in the same order
     * @throws MisuseException as {@link #handle}
     */
    public List<Handled> handleAll(List<Received> messages) {
        return system.handleAll(messages);
    }
}

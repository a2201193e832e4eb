package io.yici.outbox;

import io.yici.MisuseException;
import io.yici.internal.OutboxSystem;
import java.util.List;

/**
 * Messages that are written with the business data, in its transaction, and sent afterwards by a {@link Relay}: what is
 * committed is sent, what is rolled back never was.
 *
 * <p>Had from {@code JdbcYici.outbox()}, {@code JoinedYici.outbox()} or, under Spring, as a bean. Thread-safe.
 */
public final class Outbox {
    private final OutboxSystem system;

    /** On a store. */
    public Outbox(OutboxSystem system) {
        this.system = system;
    }

    /**
     * Writes a message in the calling thread's transaction: of a run of Yici, of a framework that was named to it, or
     * of the caller's own connection. It is sent when that has committed, at once where this process relays, else
     * within the relay's poll interval. Two transactions that publish under one id at once wait for each other.
     *
     * <p>Messages of one ordering key to one destination are sent in the order of their writing, among what is
     * committed: one that is published after another's commit comes after it. Transactions that overlap have no order
     * but the one the application gives them, by locking the row they are about before they publish.
     *
     * @throws MisuseException there is no transaction, or no operation to derive an id from; or another message was
     *     published under the id
     * @throws io.yici.StoreUnavailableException the database refused for now; the transaction is to be rolled back
     */
    public Publication publish(Message message) {
        return system.publish(message);
    }

    /** The same for several, in their order. */
    public List<Publication> publishAll(List<Message> messages) {
        return messages.stream().map(system::publish).toList();
    }

    /** The messages that wait for a person. */
    public DeadLetters deadLetters() {
        return new DeadLetters(system);
    }

    /**
     * A relay to this sender; start it on as many nodes as you like. Closing it does not close the sender.
     *
     * @throws io.yici.SetupException when the lease is not longer than the sender's delivery time-out
     */
    public Relay relay(MessageSender sender, RelaySettings settings) {
        return new Relay(system, sender, settings);
    }

    /** The same with the usual settings. */
    public Relay relay(MessageSender sender) {
        return relay(sender, RelaySettings.defaults());
    }
}

package io.yici.spring.autoconfigure;

import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import org.springframework.context.SmartLifecycle;

/**
 * Lets a relay run as long as the application does. Each start is another relay, because one that was closed stays so
 * while a context may be stopped and started again.
 */
final class RelayLifecycle implements SmartLifecycle {
    private final Outbox outbox;
    private final MessageSender sender;
    private final RelaySettings settings;
    private Relay relay;

    /** @throws io.yici.SetupException when a sending could outlive the lease */
    RelayLifecycle(Outbox outbox, MessageSender sender, RelaySettings settings) {
        this.outbox = outbox;
        this.sender = sender;
        this.settings = settings;
        this.relay = outbox.relay(sender, settings);
    }

    @Override
    public synchronized void start() {
        if (!relay.isStarted()) {
            relay.start();
        }
    }

    /** Waits for what is under way, at most for the sender's delivery time-out. */
    @Override
    public synchronized void stop() {
        if (relay.isStarted()) {
            relay.close();
            relay = outbox.relay(sender, settings);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return relay.isStarted();
    }
}

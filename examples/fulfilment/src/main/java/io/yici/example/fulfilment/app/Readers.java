package io.yici.example.fulfilment.app;

import io.yici.example.fulfilment.app.Transport.Reader;
import io.yici.inbox.Inbox;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Reads the broker into every inbox, from when everything is built until anything is taken down. */
@Component
final class Readers implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Readers.class);

    private final List<Inbox> inboxes;
    private final MessagesSettings settings;
    private final List<Reader> running = new ArrayList<>();

    Readers(List<Inbox> inboxes, MessagesSettings settings) {
        this.inboxes = inboxes;
        this.settings = settings;
    }

    @Override
    public synchronized void start() {
        warnOfAbsentBroker();
        for (Inbox inbox : inboxes) {
            try {
                Reader reader = settings.transport().reader(inbox, settings.address());
                reader.start().run();
                running.add(reader);
            } catch (Exception refused) {
                throw new CannotStartException(
                        "the settings fulfilment.messages.transport and .address do not fit: " + refused.getMessage(),
                        refused);
            }
        }
    }

    private void warnOfAbsentBroker() {
        String shown = BrokerCheck.shown(settings.address());
        try {
            if (!BrokerCheck.isReachable(settings.address())) {
                log.warn(
                        "Nobody listens at the broker's address {} now; messages are read as soon as it is there",
                        shown);
            }
        } catch (IllegalArgumentException noAddress) {
            throw new CannotStartException("the address of the broker, " + shown + ", is none.", noAddress);
        }
    }

    @Override
    public synchronized void stop() {
        for (Reader reader : running) {
            try {
                reader.end().close();
            } catch (Exception failed) {
                log.warn("A reader did not end as it should; what it had comes again", failed);
            }
        }
        running.clear();
    }

    @Override
    public synchronized boolean isRunning() {
        return !running.isEmpty();
    }
}

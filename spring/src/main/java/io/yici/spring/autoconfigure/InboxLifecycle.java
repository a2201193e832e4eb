package io.yici.spring.autoconfigure;

import io.yici.inbox.Inbox;
import io.yici.spring.Inboxes;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** Lets the workers of inboxes run as long as the application does. */
final class InboxLifecycle implements SmartLifecycle {
    private final Inboxes inboxes;
    private final Duration every;

    InboxLifecycle(Inboxes inboxes, Duration every) {
        this.inboxes = inboxes;
        this.every = every;
    }

    @Override
    public void start() {
        inboxes.all().forEach(inbox -> inbox.start(every));
    }

    @Override
    public void stop() {
        inboxes.all().forEach(Inbox::close);
    }

    @Override
    public boolean isRunning() {
        return inboxes.all().stream().anyMatch(Inbox::isStarted);
    }
}

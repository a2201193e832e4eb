package io.yici.messaging.internal;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has an inbox take messages in, whatever happens to it. */
public final class Reception {
    /** How long is waited after what is nobody's message's fault. */
    public static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

    private Reception() {}

    /** What came of each; a failure of the inbox itself lets all come again. */
    public static List<Handled> of(Inbox inbox, List<Received> messages) {
        try {
            return inbox.handleAll(messages);
        } catch (RuntimeException e) {
            LOG.error(
                    "The inbox of {} failed; its messages come again",
                    inbox.subscription().operation(),
                    e);
            Handled later = again(e);
            return messages.stream().map(message -> later).toList();
        }
    }

    /** For one that is to come again after such trouble. */
    public static Handled.Later again(Throwable cause) {
        return new Handled.Later(AFTER_TROUBLE, Handled.Why.UNAVAILABLE, cause);
    }
}

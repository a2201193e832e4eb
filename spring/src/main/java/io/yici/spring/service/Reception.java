package io.yici.spring.service;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has an inbox take in what a container delivers, whatever happens to it: thrown to the container, a failure would
 * leave messages neither acknowledged nor given back, or be counted against them. Thread-safe.
 */
public final class Reception {
    /** How long is waited after what is no message's fault. */
    public static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

    private Reception() {}

    /**
     * What came of each, in order; a failure of the inbox itself lets all come again. Blocks while they are handled.
     */
    public static <M> List<Handled> of(Inbox inbox, List<M> messages, Function<M, Received> received) {
        try {
            return inbox.handleAll(messages.stream().map(received).toList());
        } catch (RuntimeException failed) {
            LOG.error(
                    "The inbox of {} failed; its messages come again",
                    inbox.subscription().operation(),
                    failed);
            return Collections.nCopies(
                    messages.size(), new Handled.Later(AFTER_TROUBLE, Handled.Why.UNAVAILABLE, failed));
        }
    }
}

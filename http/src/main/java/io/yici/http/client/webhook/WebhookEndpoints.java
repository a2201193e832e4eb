package io.yici.http.client.webhook;

import java.util.Optional;

/** Knows where the messages of a destination go. Asked on each try, so that an address or secret can change. */
@FunctionalInterface
public interface WebhookEndpoints {
    /**
     * The endpoint of a destination; empty when there is none: the message then fails as one that cannot be sent.
     * Thread-safe, and quick: it may read a cache or a table.
     *
     * @param destination as the message was published to
     */
    Optional<WebhookEndpoint> find(String destination);
}

package io.yici.inbox;

import java.util.List;

/** What is to be done with several messages at once, in the one transaction of their records. */
@FunctionalInterface
public interface BatchHandler {
    /**
     * Does it for all of them. When it throws, everything is undone, and it is called again for each of them alone, so
     * that only those fail that must; else as {@link MessageHandler#handle}. {@link Received#operation()} of each is
     * its operation.
     *
     * @param fresh messages not seen before, in the order they came, at least one, no two of one key
     * @throws Exception anything
     */
    void handle(List<Received> fresh) throws Exception;
}

package io.yici.inbox;

/** What is to be done with one message, in the transaction of its record. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Does it. Inside, {@code Operation.current()} is the message's operation. Whatever it throws undoes everything;
     * the message comes again and is parked after some tries. A {@link io.yici.Rejection} says that no try will help:
     * the message is parked at once.
     *
     * @param message not seen before
     * @throws Exception anything
     */
    void handle(Received message) throws Exception;
}

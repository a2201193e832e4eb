package io.yici.outbox;

/** What came of a sending. */
public sealed interface SendResult {
    /** The broker has it and answers for it. */
    record Delivered() implements SendResult {}

    /** This message was not taken; others may be. Counts as one of its tries. The reason is for people. */
    record Refused(String reason) implements SendResult {}

    /**
     * Nothing is taken there now, whatever the message. Burns no try: the destination pauses, and its messages wait.
     */
    record Unreachable(String reason) implements SendResult {}
}

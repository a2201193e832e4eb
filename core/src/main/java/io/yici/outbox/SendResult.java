package io.yici.outbox;

/** What came of sending a message. */
public sealed interface SendResult {
    /** The broker has it, as safely as it is set up to keep it. */
    record Delivered() implements SendResult {}

    /** This message cannot be sent as it is; a try is counted. */
    record Refused(String reason) implements SendResult {}

    /** The broker could not be reached or gave no answer: no try is counted, and the destination pauses. */
    record Unreachable(String reason) implements SendResult {}
}

package io.yici.outbox;

import java.time.Duration;

/** What came of a sending. */
public sealed interface SendResult {
    /** The broker has it and answers for it. */
    record Delivered() implements SendResult {}

    /**
     * This message was not taken; others may be. Counts as one of its tries.
     *
     * @param reason for people
     * @param after how long the other side asks to be spared this message; the relay waits for so long, or for its own
     *     growing wait when that is longer
     */
    record Refused(String reason, Duration after) implements SendResult {
        /** Checks the time. */
        public Refused {
            checked(after);
        }

        /** To be tried again when the relay thinks fit. */
        public Refused(String reason) {
            this(reason, Duration.ZERO);
        }
    }

    /**
     * Nothing is taken there now, whatever the message. Burns no try: the destination pauses, and its messages wait.
     *
     * @param reason for people
     * @param after how long the other side asks to be left alone: the relay sends nothing there for so long, even when
     *     it takes what was under way; or for its own growing pause when that is longer
     */
    record Unreachable(String reason, Duration after) implements SendResult {
        /** Checks the time. */
        public Unreachable {
            checked(after);
        }

        /** To be tried again when the relay thinks fit. */
        public Unreachable(String reason) {
            this(reason, Duration.ZERO);
        }
    }

    private static void checked(Duration after) {
        if (after.isNegative() || after.toDays() > 7) {
            throw new IllegalArgumentException("after must be 0 to 7 days, not " + after);
        }
    }
}

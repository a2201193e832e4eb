package io.yici.store;

/**
 * A failed try of a message that goes out.
 *
 * @param sequence which message
 * @param parks whether it was the last: the message waits for a person
 * @param tries how often it has failed by now
 * @param reason why; cut to its limit
 * @param waitMillis for how long it is not to be tried, counted from now
 */
public record MessageFailure(long sequence, boolean parks, int tries, String reason, long waitMillis) {
    /** Cuts the reason. */
    public MessageFailure {
        reason = Reasons.cut(reason, Reasons.LENGTH);
    }
}

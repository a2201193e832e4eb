package io.yici.example.orders.gateway;

import org.jspecify.annotations.Nullable;

/**
 * What the gateway tells in a callback, at least once, in any order.
 *
 * @param eventId of this event; the same on every delivery
 * @param type one of the three below
 * @param key the key the gateway was asked under
 * @param chargeId the charge, in events of one
 * @param refundId the refund, in events of one
 * @param amountCents how much
 */
public record GatewayEvent(
        String eventId,
        String type,
        String key,
        @Nullable String chargeId,
        @Nullable String refundId,
        long amountCents) {
    /** A payment was captured. */
    public static final String CAPTURED = "charge.captured";

    /** A payment was declined for good. */
    public static final String DECLINED = "charge.declined";

    /** Money was given back. */
    public static final String REFUNDED = "refund.done";

    /** The gateway's number of what the event is about. */
    public String subject() {
        String subject = type.equals(REFUNDED) ? refundId : chargeId;
        if (subject == null) {
            throw new IllegalArgumentException("an event of type " + type + " names nothing that it is about");
        }
        return subject;
    }
}

package io.yici.example.gateway;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something the shop is told by callback, at least once.
 *
 * @param subject {@code chargeId} or {@code refundId}: which member of the body names the entry
 * @param subjectId the number of the entry
 */
record Event(
        String eventId,
        String type,
        String key,
        String subject,
        String subjectId,
        String orderNo,
        long amountCents,
        long at,
        String callbackUrl) {
    static Event of(String eventId, Charge charge, String callbackUrl) {
        String type = charge.status() == Charge.Status.CAPTURED ? "charge.captured" : "charge.declined";
        return new Event(
                eventId,
                type,
                charge.key(),
                "chargeId",
                charge.chargeId(),
                charge.orderNo(),
                charge.amountCents(),
                charge.at(),
                callbackUrl);
    }

    static Event of(String eventId, Refund refund, String callbackUrl) {
        return new Event(
                eventId,
                "refund.done",
                refund.key(),
                "refundId",
                refund.refundId(),
                refund.orderNo(),
                refund.amountCents(),
                refund.at(),
                callbackUrl);
    }

    /** What is sent: everything but the address. */
    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("eventId", eventId);
        body.put("type", type);
        body.put("key", key);
        body.put(subject, subjectId);
        body.put("orderNo", orderNo);
        body.put("amountCents", amountCents);
        body.put("at", at);
        return body;
    }
}

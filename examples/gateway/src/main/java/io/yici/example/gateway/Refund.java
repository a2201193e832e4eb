package io.yici.example.gateway;

/**
 * A refund as booked: money given back.
 *
 * @param refundId the gateway's number of it
 * @param key the shop's key; one refund for each, for ever
 * @param chargeId the charge it is taken from
 * @param orderNo the order of that charge
 * @param amountCents how much, above zero
 * @param status always done
 * @param at when it was booked, in epoch milliseconds
 */
public record Refund(
        String refundId, String key, String chargeId, String orderNo, long amountCents, Status status, long at) {
    /** What became of a refund; one that cannot be done is refused and never booked. */
    public enum Status {
        DONE
    }

    boolean answers(RefundRequest request) {
        return chargeId.equals(request.chargeId()) && amountCents == request.amountCents();
    }
}

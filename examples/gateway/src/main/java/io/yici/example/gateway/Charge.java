package io.yici.example.gateway;

import org.jspecify.annotations.Nullable;

/**
 * A charge as booked: money taken, or a refusal of the bank; final either way.
 *
 * @param chargeId the gateway's number of it
 * @param key the shop's key; one charge for each, for ever
 * @param orderNo what the shop charges for
 * @param channel how it was paid, the shop's word
 * @param amountCents how much, above zero
 * @param status what became of it
 * @param at when it was booked, in epoch milliseconds
 * @param callbackUrl where its events, and those of its refunds, go; null for nowhere
 */
public record Charge(
        String chargeId,
        String key,
        String orderNo,
        String channel,
        long amountCents,
        Status status,
        long at,
        @Nullable String callbackUrl) {
    /** What became of a charge. */
    public enum Status {
        CAPTURED,
        DECLINED
    }

    boolean answers(ChargeRequest request) {
        return orderNo.equals(request.orderNo())
                && channel.equals(request.channel())
                && amountCents == request.amountCents();
    }
}

package io.yici.example.orders.gateway;

/**
 * What the gateway has booked for a payment.
 *
 * @param chargeId its own number
 * @param amountCents how much
 * @param status {@code CAPTURED} or {@code DECLINED}
 */
public record Charge(String chargeId, long amountCents, String status) {
    /** Whether the gateway has the money. */
    public boolean isCaptured() {
        return status.equals("CAPTURED");
    }

    /** Whether the gateway has refused for good. */
    public boolean isDeclined() {
        return status.equals("DECLINED");
    }
}

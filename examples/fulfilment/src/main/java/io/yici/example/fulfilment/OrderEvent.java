package io.yici.example.fulfilment;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * What the order service tells of an order, as far as it matters here. One that lacks something is none: whoever sent
 * it has to see to it.
 *
 * @param type {@link #PLACED} or {@link #CANCELLED}
 * @param orderNo the order's number, in all messages about it
 * @param buyer who has ordered
 * @param sku what
 * @param quantity how many
 * @param amountCents for how much
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record OrderEvent(String type, String orderNo, String buyer, String sku, int quantity, long amountCents) {
    /** The type of the first message about an order. */
    public static final String PLACED = "order.placed";

    /** The type of the message that calls it off. */
    public static final String CANCELLED = "order.cancelled";

    /** The header with the type, beside the one inside of the message. */
    public static final String TYPE_HEADER = "type";

    /** Checks that nothing is missing. */
    public OrderEvent {
        require(type, "type");
        require(orderNo, "orderNo");
        require(buyer, "buyer");
        require(sku, "sku");
        if (quantity < 1 || amountCents < 1) {
            throw new IllegalArgumentException("quantity and amountCents must be positive");
        }
    }

    /** Points that the buyer gets: one for each whole yuan. */
    long points() {
        return amountCents / 100;
    }

    private static void require(@Nullable String value, String name) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " must not be blank");
        }
    }
}

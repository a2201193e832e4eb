package io.yici.example.orders;

/**
 * The intent to buy.
 *
 * @param userId who buys
 * @param key the buyer's idempotency key: one per intent, the same on every retry
 * @param sku what
 * @param quantity how many
 */
public record PlaceOrder(String userId, String key, String sku, int quantity) {
    /** Checks that something is bought. */
    public PlaceOrder {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1, not " + quantity);
        }
    }
}

package io.yici.example.orders;

/**
 * The intent to buy.
 *
 * @param userId who buys
 * @param sku what
 * @param quantity how many
 */
public record PlaceOrder(String userId, String sku, int quantity) {
    /** Checks that something is bought. */
    public PlaceOrder {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1, not " + quantity);
        }
    }
}

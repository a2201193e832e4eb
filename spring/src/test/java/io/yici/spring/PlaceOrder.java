package io.yici.spring;

/** What the test services are asked. */
public record PlaceOrder(String key, String userId, String sku, int quantity) {
    public static PlaceOrder of(String key) {
        return new PlaceOrder(key, "alice", "TEA-1", 1);
    }

    /** As a client sends it that has never heard of keys. */
    @SuppressWarnings("NullAway")
    public static PlaceOrder withoutKey() {
        return new PlaceOrder(null, "alice", "TEA-1", 1);
    }
}

package io.yici.example.orders.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /api/orders} takes.
 *
 * @param idempotencyKey the key, for clients that cannot set a header
 */
record NewOrder(
        @NotNull @Pattern(regexp = "[A-Z0-9-]{1,32}", message = "must be 1 to 32 of A-Z, 0-9 and -") String sku,

        @Min(1) @Max(100) int quantity,
        @Nullable String idempotencyKey) {}

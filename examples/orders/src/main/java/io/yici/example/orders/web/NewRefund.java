package io.yici.example.orders.web;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * What {@code POST /api/orders/{orderNo}/refunds} takes.
 *
 * @param amount how much, in yuan, as a JSON number or, for clients whose numbers are binary, as text
 * @param idempotencyKey the key, for clients that cannot set a header
 */
record NewRefund(
        @NotNull @DecimalMin("0.01") @Digits(integer = 10, fraction = 2, message = "must have at most ten digits before and two after the point") @JsonDeserialize(using = YuanDeserializer.class)
        BigDecimal amount,

        @Nullable String idempotencyKey) {}

package io.yici.example.orders.web;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /api/orders/{orderNo}/payments} takes. The amount is the order's and never the client's.
 *
 * @param channel how it is paid
 * @param idempotencyKey the key, for clients that cannot set a header
 */
record NewPayment(
        @NotNull @Pattern(regexp = "alipay|wechat|card", message = "must be alipay, wechat or card") String channel,

        @Nullable String idempotencyKey) {}

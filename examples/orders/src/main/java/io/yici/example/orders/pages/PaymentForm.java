package io.yici.example.orders.pages;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * The field of the payment form. The amount is the order's.
 *
 * @param channel how it is paid
 */
record PaymentForm(
        @NotNull @Pattern(regexp = "alipay|wechat|card") String channel) {}

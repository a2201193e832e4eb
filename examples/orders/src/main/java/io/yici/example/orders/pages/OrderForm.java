package io.yici.example.orders.pages;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * The fields of the order form.
 *
 * @param sku which product
 * @param quantity how many
 */
record OrderForm(
        @NotNull @Pattern(regexp = "[A-Z0-9-]{1,32}") String sku,
        @NotNull @Min(1) @Max(100) Integer quantity) {}

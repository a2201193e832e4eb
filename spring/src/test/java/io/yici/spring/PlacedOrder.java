package io.yici.spring;

import java.math.BigDecimal;

/** What the test services answer. */
public record PlacedOrder(long id, String sku, BigDecimal price) {}

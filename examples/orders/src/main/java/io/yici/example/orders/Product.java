package io.yici.example.orders;

import java.math.BigDecimal;

/**
 * Something that can be bought.
 *
 * @param sku how programs name it
 * @param nameEn its English name
 * @param nameZh its Chinese name
 * @param price of one, in yuan with two decimals
 * @param quantity how many are left
 */
public record Product(String sku, String nameEn, String nameZh, BigDecimal price, int quantity) {}

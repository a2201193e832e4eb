package io.yici.example.orders.pages;

import io.yici.example.orders.Product;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * A product as a page shows it.
 *
 * @param sku how a form names it
 * @param name in the language of the page
 * @param price of one, in yuan with two decimals
 * @param left how many are in stock
 */
record ShownProduct(String sku, String name, BigDecimal price, int left) {
    static ShownProduct of(Product product, Locale language) {
        boolean chinese = language.getLanguage().equals("zh");
        return new ShownProduct(
                product.sku(), chinese ? product.nameZh() : product.nameEn(), product.price(), product.quantity());
    }
}

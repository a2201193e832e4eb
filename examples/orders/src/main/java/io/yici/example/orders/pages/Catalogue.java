package io.yici.example.orders.pages;

import io.yici.example.orders.Stock;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Everything that is sold, in the language of a page. */
@Component
final class Catalogue {
    private final Stock stock;

    Catalogue(Stock stock) {
        this.stock = stock;
    }

    List<ShownProduct> in(Locale language) {
        return stock.all().stream()
                .map(product -> ShownProduct.of(product, language))
                .toList();
    }

    /** The name of a product; its SKU when it is no longer sold. */
    String nameOf(String sku, Locale language) {
        return stock.find(sku)
                .map(product -> ShownProduct.of(product, language).name())
                .orElse(sku);
    }
}

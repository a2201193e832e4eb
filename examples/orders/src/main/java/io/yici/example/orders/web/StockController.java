package io.yici.example.orders.web;

import io.yici.example.orders.Product;
import io.yici.example.orders.Stock;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is sold and how much is left, over HTTP. */
@RestController
@RequestMapping("/api/stock")
final class StockController {
    private final Stock stock;

    StockController(Stock stock) {
        this.stock = stock;
    }

    @GetMapping
    List<Product> all() {
        return stock.all();
    }

    @GetMapping("/{sku}")
    Product find(@PathVariable String sku) {
        return stock.find(sku)
                .orElseThrow(
                        () -> new ApiProblem(HttpStatus.NOT_FOUND, "unknown-sku", "There is no product of this SKU."));
    }
}

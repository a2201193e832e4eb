package io.yici.example.orders.pages;

import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** What is sold; everybody may look. */
@Controller
final class ProductsPage {
    private final Catalogue catalogue;

    ProductsPage(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @GetMapping("/")
    String show(Locale language, Model model) {
        model.addAttribute("products", catalogue.in(language));
        return "products";
    }
}

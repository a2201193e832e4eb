package io.yici.example.orders.pages;

import io.yici.example.orders.Order;
import io.yici.example.orders.OrderService;
import io.yici.example.orders.PlaceOrder;
import io.yici.spring.Idempotent;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Controller;
import org.springframework.validation.BindingResult;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The order form, and what becomes of it without a script; with one it is sent to {@code /api/orders}. */
@Controller
final class OrderPage {
    private final Catalogue catalogue;
    private final OrderService service;

    OrderPage(Catalogue catalogue, OrderService service) {
        this.catalogue = catalogue;
        this.service = service;
    }

    /** The browser may keep the page for going back: sent again from there, it asks under the same token. */
    @GetMapping("/orders/new")
    ModelAndView show(
            @RequestParam(required = false) @Nullable String sku,
            @RequestParam(required = false) @Nullable String quantity,
            Locale language,
            HttpServletResponse response) {
        response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
        return form(sku, quantity == null ? "1" : quantity, Set.of(), HttpStatus.OK, language);
    }

    /**
     * Once for each token: its repeats, by a second click or a reload, are led to the same order. A form that was
     * filled in wrongly is shown again, and its token stays good.
     */
    @Idempotent(operation = "page.order")
    @PostMapping("/orders")
    ModelAndView place(
            @Valid @ModelAttribute("form") OrderForm form, BindingResult faults, Principal buyer, Locale language) {
        if (faults.hasErrors()) {
            Set<String> fields =
                    faults.getFieldErrors().stream().map(FieldError::getField).collect(Collectors.toSet());
            return form(text(faults, "sku"), text(faults, "quantity"), fields, HttpStatus.BAD_REQUEST, language);
        }
        Order order = service.place(new PlaceOrder(buyer.getName(), form.sku(), form.quantity()));
        return SeeOther.order(order.orderNo());
    }

    private ModelAndView form(
            @Nullable String sku,
            @Nullable String quantity,
            Set<String> faults,
            HttpStatusCode status,
            Locale language) {
        List<ShownProduct> products = catalogue.in(language);
        boolean sold = products.stream().anyMatch(product -> product.sku().equals(sku));
        ModelAndView page = new ModelAndView("order-form", status);
        page.addObject("products", products);
        page.addObject("sku", sold || products.isEmpty() ? sku : products.get(0).sku());
        page.addObject("quantity", quantity);
        page.addObject("faults", faults);
        return page;
    }

    private static @Nullable String text(BindingResult faults, String field) {
        Object value = faults.getFieldValue(field);
        return value == null ? null : value.toString();
    }
}

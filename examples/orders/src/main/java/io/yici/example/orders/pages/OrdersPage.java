package io.yici.example.orders.pages;

import io.yici.example.fulfilment.FollowUps;
import io.yici.example.orders.Order;
import io.yici.example.orders.Orders;
import java.security.Principal;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** What somebody has ordered, and where one order stands. */
@Controller
final class OrdersPage {
    private final Orders orders;
    private final Catalogue catalogue;
    private final @Nullable FollowUps followUps;

    OrdersPage(Orders orders, Catalogue catalogue, ObjectProvider<FollowUps> followUps) {
        this.orders = orders;
        this.catalogue = catalogue;
        this.followUps = followUps.getIfAvailable();
    }

    @GetMapping("/orders")
    String all(Principal buyer, Locale language, Model model) {
        model.addAttribute(
                "orders",
                orders.latestOf(buyer.getName()).stream()
                        .map(order -> shown(order, Optional.empty(), language))
                        .toList());
        return "orders";
    }

    @GetMapping("/orders/{orderNo}")
    String one(@PathVariable String orderNo, Principal buyer, Locale language, Model model) {
        Order order = orders.require(buyer.getName(), orderNo);
        Optional<FollowUps.FollowUp> after =
                followUps == null ? Optional.empty() : followUps.of(buyer.getName(), orderNo);
        ShownOrder shown = shown(order, after, language);
        model.addAttribute("shown", shown);
        model.addAttribute("steps", Step.of(shown));
        return "order";
    }

    private ShownOrder shown(Order order, Optional<FollowUps.FollowUp> after, Locale language) {
        return new ShownOrder(order, catalogue.nameOf(order.sku(), language), after.orElse(null), followUps != null);
    }
}

package io.yici.example.orders.web;

import io.yici.example.orders.Order;
import io.yici.example.orders.OrderService;
import io.yici.example.orders.Orders;
import io.yici.example.orders.PlaceOrder;
import io.yici.spring.Idempotent;
import jakarta.validation.Valid;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Orders over HTTP. */
@RestController
@RequestMapping("/api/orders")
final class OrderController {
    private final OrderService service;
    private final Orders orders;

    OrderController(OrderService service, Orders orders) {
        this.service = service;
        this.orders = orders;
    }

    /** Once for each key of the buyer: the response is recorded in the transaction of the order, and sent after it. */
    @Idempotent(operation = "order.create")
    @PostMapping
    ResponseEntity<Order> place(@Valid @RequestBody NewOrder wanted, Principal buyer) {
        Order order = service.place(new PlaceOrder(buyer.getName(), wanted.sku(), wanted.quantity()));
        return ResponseEntity.created(URI.create("/api/orders/" + order.orderNo()))
                .body(order);
    }

    @GetMapping
    List<Order> latest(Principal buyer) {
        return orders.latestOf(buyer.getName());
    }

    @GetMapping("/{orderNo}")
    Order find(@PathVariable String orderNo, Principal buyer) {
        return orders.require(buyer.getName(), orderNo);
    }

    /** Once for each key of the buyer, in one transaction with its record. */
    @Idempotent(operation = "order.cancel")
    @PostMapping("/{orderNo}/cancellation")
    Order cancel(@PathVariable String orderNo, Principal buyer) {
        return service.cancel(buyer.getName(), orderNo);
    }
}

package io.yici.spring.http;

import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders: the same work under operations whose settings differ. */
@RestController
class OrderDesk {
    private final OrderTable orders;
    private final Ledger ledger;
    private final Gates gates;

    OrderDesk(OrderTable orders, Ledger ledger, Gates gates) {
        this.orders = orders;
        this.ledger = ledger;
        this.gates = gates;
    }

    /** The answer; its number is another one every time. */
    record Receipt(String number, String order, String user, String desk) {}

    record CheckedOrder(@NotBlank String order, @NotBlank String sku) {}

    @Idempotent(operation = "order.create")
    @PostMapping("/orders")
    ResponseEntity<Receipt> create(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "orders");
    }

    @Idempotent(operation = "order.optional")
    @PostMapping("/orders/optional")
    ResponseEntity<Receipt> optional(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "optional");
    }

    @Idempotent(operation = "order.uuid")
    @PostMapping("/orders/uuid")
    ResponseEntity<Receipt> uuid(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "uuid");
    }

    @Idempotent(operation = "order.strict")
    @PostMapping("/orders/strict")
    ResponseEntity<Receipt> strict(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "strict");
    }

    @Idempotent(operation = "order.keyed")
    @PostMapping("/orders/keyed")
    ResponseEntity<Receipt> keyed(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "keyed");
    }

    @Idempotent(operation = "order.keyed-or-not")
    @PostMapping("/orders/keyed-or-not")
    ResponseEntity<Receipt> keyedOrNot(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "keyed-or-not");
    }

    @Idempotent(operation = "order.clocked")
    @PostMapping("/orders/clocked")
    ResponseEntity<Receipt> clocked(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "clocked");
    }

    @Idempotent(operation = "order.held")
    @PostMapping("/orders/held")
    ResponseEntity<Receipt> held(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "held");
    }

    @Idempotent(operation = "order.awaited")
    @PostMapping("/orders/awaited")
    ResponseEntity<Receipt> awaited(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "awaited");
    }

    @Idempotent(operation = "order.forgotten")
    @PostMapping("/orders/forgotten")
    ResponseEntity<Receipt> forgotten(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "forgotten");
    }

    @Idempotent(operation = "order.checked")
    @PostMapping("/orders/checked")
    ResponseEntity<Receipt> checked(@Valid @RequestBody CheckedOrder order, @RequestAttribute String user) {
        return place(Map.of("order", order.order()), user, "checked");
    }

    @Idempotent(operation = "shop.a")
    @PostMapping("/a")
    ResponseEntity<Receipt> a(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "a");
    }

    /** Guarded by a setting. */
    @PostMapping("/b")
    ResponseEntity<Receipt> b(@RequestBody Map<String, Object> order, @RequestAttribute String user) {
        return place(order, user, "b");
    }

    private ResponseEntity<Receipt> place(Map<String, Object> order, String user, String desk) {
        String name = String.valueOf(order.get("order"));
        ledger.ran(name);
        orders.insert(name, desk);
        gates.pass(name);
        String number = UUID.randomUUID().toString();
        return ResponseEntity.created(URI.create("/orders/" + number))
                .eTag(number)
                .body(new Receipt(number, name, user, desk));
    }
}

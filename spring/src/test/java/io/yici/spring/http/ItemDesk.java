package io.yici.spring.http;

import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.util.Map;
import java.util.UUID;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Changes items that the path names; the effect on each is counted as {@code order/item}. */
@RestController
class ItemDesk {
    private final OrderTable orders;
    private final Ledger ledger;

    ItemDesk(OrderTable orders, Ledger ledger) {
        this.orders = orders;
        this.ledger = ledger;
    }

    record Changed(String number, String item, String what) {}

    @Idempotent(operation = "item.change")
    @PutMapping("/items/{id}")
    Changed change(@PathVariable String id, @RequestBody Map<String, Object> order) {
        return write(order.get("order") + "/" + id, id, "changed");
    }

    @Idempotent(operation = "item.close")
    @PostMapping("/items/{id}/close")
    Changed close(@PathVariable String id, @RequestBody Map<String, Object> order) {
        return write(order.get("order") + "/" + id + "/close", id, "closed");
    }

    @Idempotent(operation = "item.ask")
    @RequestMapping(
            path = "/items/{id}/price",
            method = {RequestMethod.GET, RequestMethod.POST})
    Changed price(@PathVariable String id, @RequestParam String order) {
        return write(order + "/" + id + "/price", id, "asked");
    }

    private Changed write(String effect, String id, String what) {
        ledger.ran(effect);
        orders.insert(effect, what);
        return new Changed(UUID.randomUUID().toString(), id, what);
    }
}

package io.yici.example.orders.web;

import io.yici.example.orders.NoSuchOrderException;
import io.yici.example.orders.Orders;
import io.yici.example.orders.payment.Refund;
import io.yici.example.orders.payment.RefundReceipt;
import io.yici.example.orders.payment.RefundService;
import io.yici.example.orders.payment.Refunds;
import io.yici.spring.Idempotent;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Refunds of an order over HTTP. */
@RestController
@RequestMapping("/api/orders/{orderNo}/refunds")
final class RefundController {
    private final RefundService service;
    private final Orders orders;
    private final Refunds refunds;

    RefundController(RefundService service, Orders orders, Refunds refunds) {
        this.service = service;
        this.orders = orders;
        this.refunds = refunds;
    }

    /** Once for each key of the buyer; as a payment, it calls the gateway and may be entered again under its key. */
    @Idempotent(
            operation = "payment.refund",
            external = true,
            commitUnrecorded = NoSuchOrderException.class)
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    RefundReceipt refund(@PathVariable String orderNo, @Valid @RequestBody NewRefund wanted, Principal buyer) {
        return service.refund(buyer.getName(), orderNo, wanted.amount());
    }

    @GetMapping
    List<Refund> all(@PathVariable String orderNo, Principal buyer) {
        orders.require(buyer.getName(), orderNo);
        return refunds.of(buyer.getName(), orderNo);
    }
}

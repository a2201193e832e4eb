package io.yici.example.orders.web;

import io.yici.example.orders.NoSuchOrderException;
import io.yici.example.orders.Orders;
import io.yici.example.orders.payment.Payment;
import io.yici.example.orders.payment.PaymentInProgressException;
import io.yici.example.orders.payment.PaymentReceipt;
import io.yici.example.orders.payment.PaymentService;
import io.yici.example.orders.payment.Payments;
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

/** Payments of an order over HTTP. */
@RestController
@RequestMapping("/api/orders/{orderNo}/payments")
final class PaymentController {
    private final PaymentService service;
    private final Orders orders;
    private final Payments payments;

    PaymentController(PaymentService service, Orders orders, Payments payments) {
        this.service = service;
        this.orders = orders;
        this.payments = payments;
    }

    /**
     * Once for each key of the buyer. It calls the gateway, so no transaction surrounds it, and it may be entered again
     * under its key after a crash or a time-out: everything in it is safe to repeat. The named exceptions are thrown
     * before anything has left.
     */
    @Idempotent(
            operation = "payment.pay",
            external = true,
            commitUnrecorded = {NoSuchOrderException.class, PaymentInProgressException.class})
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    PaymentReceipt pay(@PathVariable String orderNo, @Valid @RequestBody NewPayment wanted, Principal buyer) {
        return service.pay(buyer.getName(), orderNo, wanted.channel());
    }

    @GetMapping
    List<Payment> all(@PathVariable String orderNo, Principal buyer) {
        orders.require(buyer.getName(), orderNo);
        return payments.of(buyer.getName(), orderNo);
    }
}

package io.yici.compat;

import io.yici.compat.Payments.Paid;
import io.yici.compat.Payments.Pay;
import java.math.BigDecimal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentController {
    private final Payments payments;

    PaymentController(Payments payments) {
        this.payments = payments;
    }

    @PostMapping("/pay")
    Paid pay(@RequestHeader("Idempotency-Key") String key) {
        return payments.pay(new Pay(key, new BigDecimal("10.00")));
    }

    @PostMapping("/reject")
    void reject(@RequestHeader("Idempotency-Key") String key) {
        payments.reject(new Pay(key, BigDecimal.ONE));
    }
}

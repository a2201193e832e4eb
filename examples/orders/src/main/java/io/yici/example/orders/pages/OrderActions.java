package io.yici.example.orders.pages;

import io.yici.example.orders.NoSuchOrderException;
import io.yici.example.orders.OrderService;
import io.yici.example.orders.payment.PaymentInProgressException;
import io.yici.example.orders.payment.PaymentService;
import io.yici.example.orders.payment.RefundService;
import io.yici.spring.Idempotent;
import jakarta.validation.Valid;
import java.security.Principal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * The forms of an order's page: each does once what the API does, and leads back to the page. Money is moved at another
 * system, so no transaction surrounds that, and it may be entered again under its token.
 */
@Controller
@RequestMapping("/orders/{orderNo}")
final class OrderActions {
    private final OrderService orders;
    private final PaymentService payments;
    private final RefundService refunds;

    OrderActions(OrderService orders, PaymentService payments, RefundService refunds) {
        this.orders = orders;
        this.payments = payments;
        this.refunds = refunds;
    }

    @Idempotent(
            operation = "page.pay",
            external = true,
            resumable = true,
            commitUnrecorded = {NoSuchOrderException.class, PaymentInProgressException.class})
    @PostMapping("/payment")
    ModelAndView pay(@PathVariable String orderNo, @Valid @ModelAttribute PaymentForm form, Principal buyer) {
        payments.pay(buyer.getName(), orderNo, form.channel());
        return SeeOther.order(orderNo);
    }

    @Idempotent(operation = "page.cancel")
    @PostMapping("/cancellation")
    ModelAndView cancel(@PathVariable String orderNo, Principal buyer) {
        orders.cancel(buyer.getName(), orderNo);
        return SeeOther.order(orderNo);
    }

    @Idempotent(
            operation = "page.refund",
            external = true,
            resumable = true,
            commitUnrecorded = NoSuchOrderException.class)
    @PostMapping("/refund")
    ModelAndView refund(@PathVariable String orderNo, @Valid @ModelAttribute RefundForm form, Principal buyer) {
        refunds.refund(buyer.getName(), orderNo, form.amount());
        return SeeOther.order(orderNo);
    }
}

package io.yici.example.orders.web;

import io.yici.example.orders.gateway.Callbacks;
import io.yici.example.orders.payment.PaymentEvents;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Where the gateway tells what became of payments and refunds. Its signature is its only sign-in, and is checked over
 * the body as it came before anything else is done with it. Whatever is not 2xx makes the gateway tell it again.
 */
@RestController
final class CallbackController {
    private static final int BYTES = 64 * 1024;

    private final Callbacks callbacks;
    private final PaymentEvents events;

    CallbackController(Callbacks callbacks, PaymentEvents events) {
        this.callbacks = callbacks;
        this.events = events;
    }

    @PostMapping("/callbacks/payments")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void receive(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BYTES + 1);
        if (body.length > BYTES) {
            throw new ApiProblem(HttpStatus.CONTENT_TOO_LARGE, "request-too-large", "A callback has at most 64 KB.");
        }
        if (!callbacks.areSigned(request.getHeader("Gateway-Signature"), body)) {
            throw new ApiProblem(
                    HttpStatus.UNAUTHORIZED,
                    "signature-refused",
                    "Gateway-Signature is missing, is not over this body, or is too old.");
        }
        events.apply(callbacks
                .read(body)
                .orElseThrow(() -> new ApiProblem(
                        HttpStatus.BAD_REQUEST, "request-invalid", "The signed body is no event of the gateway.")));
    }
}

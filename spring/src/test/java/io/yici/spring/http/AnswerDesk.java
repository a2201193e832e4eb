package io.yici.spring.http;

import io.yici.Rejection;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Ends in the way the test says, by order. Every answer holds a number of its own. */
@RestController
class AnswerDesk {
    private final OrderTable orders;
    private final Ledger ledger;
    private final Map<String, Ending> endings = new ConcurrentHashMap<>();

    AnswerDesk(OrderTable orders, Ledger ledger) {
        this.orders = orders;
        this.ledger = ledger;
    }

    /** What comes after the write. */
    interface Ending {
        ResponseEntity<Map<String, String>> end();
    }

    /** From here on this order ends so. */
    void ends(String order, Ending ending) {
        endings.put(order, ending);
    }

    @Idempotent(operation = "answer.declared", finalExceptions = PriceChanged.class)
    @PostMapping("/answers")
    ResponseEntity<Map<String, String>> declared(@RequestBody Map<String, String> order) {
        return answer(order);
    }

    @Idempotent(operation = "answer.configured")
    @PostMapping("/answers/configured")
    ResponseEntity<Map<String, String>> configured(@RequestBody Map<String, String> order) {
        return answer(order);
    }

    /** Refuses by the container's own page. */
    @Idempotent(operation = "answer.by-error")
    @PostMapping("/answers/by-error")
    void byError(@RequestBody Map<String, String> order, HttpServletResponse response) throws IOException {
        response.sendError(answer(order).getStatusCode().value());
    }

    /** The same, where that is declared to be an answer. */
    @Idempotent(operation = "answer.by-declared-error")
    @PostMapping("/answers/by-declared-error")
    void byDeclaredError(@RequestBody Map<String, String> order, HttpServletResponse response) throws IOException {
        byError(order, response);
    }

    private ResponseEntity<Map<String, String>> answer(Map<String, String> order) {
        String name = Objects.requireNonNull(order.get("order"));
        ledger.ran(name);
        orders.insert(name, "answer");
        return Objects.requireNonNull(endings.get(name)).end();
    }

    /** An answer of this status. */
    static ResponseEntity<Map<String, String>> status(int status) {
        return ResponseEntity.status(status).body(numbered());
    }

    private static Map<String, String> numbered() {
        return Map.of("number", UUID.randomUUID().toString());
    }

    static Rejection soldOut() {
        return Rejection.of("sold-out", "There is no more tea.")
                .with("number", UUID.randomUUID().toString());
    }

    /** Declared to be an answer. */
    static final class PriceChanged extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Rendered in the same way, and not declared. */
    static final class Overtaken extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @RestControllerAdvice
    static class Advice {
        @ExceptionHandler({PriceChanged.class, Overtaken.class})
        @ResponseStatus(HttpStatus.CONFLICT)
        Map<String, String> conflict(RuntimeException thrown) {
            return numbered();
        }

        @ExceptionHandler(IllegalArgumentException.class)
        @ResponseStatus(HttpStatus.BAD_REQUEST)
        Map<String, String> invalid(IllegalArgumentException thrown) {
            return numbered();
        }
    }
}

package io.yici.example.orders.web;

import io.yici.Rejection;
import io.yici.spring.web.IdempotencyProblems;
import java.util.Map;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Gives refusals of the business the statuses that fit them; the rest is 422, as the starter renders it. Stands before
 * the starter's own advice.
 */
@RestControllerAdvice
@Order(-1)
public final class RejectionStatuses {
    private static final Map<String, HttpStatus> STATUSES = Map.of(
            "payment-declined", HttpStatus.PAYMENT_REQUIRED,
            "order-paid", HttpStatus.CONFLICT,
            "order-cancelled", HttpStatus.CONFLICT,
            "order-not-paid", HttpStatus.CONFLICT,
            "refund-too-much", HttpStatus.CONFLICT,
            "refund-failed", HttpStatus.CONFLICT);

    private final IdempotencyProblems problems;

    RejectionStatuses(IdempotencyProblems problems) {
        this.problems = problems;
    }

    /** The status of a refusal with this code. */
    public static HttpStatus of(String code) {
        return STATUSES.getOrDefault(code, HttpStatus.UNPROCESSABLE_CONTENT);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(Rejection rejection) {
        ResponseEntity<ProblemDetail> answer = problems.rejected(rejection);
        HttpStatusCode status = of(rejection.code());
        ProblemDetail body = answer.getBody();
        if (body != null) {
            body.setStatus(status.value());
        }
        return ResponseEntity.status(status).headers(answer.getHeaders()).body(body);
    }
}

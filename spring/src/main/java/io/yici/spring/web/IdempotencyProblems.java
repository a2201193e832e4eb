package io.yici.spring.web;

import io.yici.IdempotencyException;
import io.yici.Rejection;
import io.yici.http.Problem;
import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Renders refusals as problem details (RFC 9457) of type {@code urn:yici:problem:<code>}, with {@code code},
 * {@code retryable} and a short hash of the identity, never the key. Stands at order 0, as Spring Boot's own problem
 * details do: an application's advice that catches every exception comes later and does not swallow refusals; one that
 * wants to render them itself says a lower order, or {@code yici.web.problems=false}.
 */
@ControllerAdvice
@Order(0)
public final class IdempotencyProblems {
    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyProblems.class);

    private final Duration retryAfter;

    /** Tells clients of what passes by itself to ask again after a second. */
    public IdempotencyProblems() {
        this(Duration.ofSeconds(1));
    }

    /**
     * Tells them to ask again after this long.
     *
     * @param retryAfter whole seconds, at least one
     */
    public IdempotencyProblems(Duration retryAfter) {
        if (retryAfter.toSeconds() < 1) {
            throw new IllegalArgumentException("retryAfter must be at least a second, not " + retryAfter);
        }
        this.retryAfter = retryAfter;
    }

    /** Renders a refusal of Yici's. What is no fault of the client is logged, and its detail not shown. */
    @ExceptionHandler
    public ResponseEntity<ProblemDetail> refused(IdempotencyException refusal) {
        Problem problem = Problem.of(refusal);
        if (problem.isOurFault()) {
            LOG.error("A guarded call failed", refusal);
        }
        return response(problem);
    }

    /** Renders a refusal of the business, with its own code and details. */
    @ExceptionHandler
    public ResponseEntity<ProblemDetail> rejected(Rejection rejection) {
        return response(Problem.of(rejection));
    }

    private ResponseEntity<ProblemDetail> response(Problem problem) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.retryAfter() != null) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds()));
        }
        return ResponseEntity.status(problem.status()).headers(headers).body(body(problem));
    }

    private static ProblemDetail body(Problem problem) {
        ProblemDetail body = ProblemDetail.forStatus(problem.status());
        body.setType(URI.create(problem.type()));
        body.setTitle(problem.title());
        body.setDetail(problem.detail());
        body.setProperty("code", problem.code());
        body.setProperty("retryable", problem.retryable());
        if (problem.keyHash() != null) {
            body.setProperty("keyHash", problem.keyHash());
        }
        if (!problem.details().isEmpty()) {
            body.setProperty("details", problem.details());
        }
        return body;
    }
}

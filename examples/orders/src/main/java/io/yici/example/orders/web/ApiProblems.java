package io.yici.example.orders.web;

import io.yici.example.orders.NoSuchOrderException;
import io.yici.example.orders.payment.PaymentInProgressException;
import io.yici.example.orders.payment.UnknownPaymentException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.WebUtils;

/** Answers what is wrong with a request or its sender; refusals of the business and of Yici are the starter's. */
@RestControllerAdvice
final class ApiProblems extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ApiProblems.class);

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String faults = invalid.getFieldErrors().stream()
                .map(fault -> fault.getField() + " " + fault.getDefaultMessage())
                .sorted()
                .collect(Collectors.joining("; "));
        return handleExceptionInternal(
                invalid,
                ApiProblem.body(HttpStatus.BAD_REQUEST, "request-invalid", faults + "."),
                headers,
                status,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return handleExceptionInternal(
                unreadable,
                ApiProblem.body(
                        HttpStatus.BAD_REQUEST,
                        "request-invalid",
                        "The body must be JSON as the documentation shows it, with members of the right types."),
                headers,
                status,
                request);
    }

    /** Parameters in the address, or in a form, that the server could not take apart. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreadableParameters(InvalidParameterException unreadable) {
        HttpStatus status = HttpStatus.valueOf(unreadable.getErrorCode());
        return ResponseEntity.status(status)
                .body(ApiProblem.body(
                        status,
                        "request-invalid",
                        "The parameters must be name=value pairs, percent-encoded, and not too many."));
    }

    /** Every problem has a code for programs, also those that Spring finds. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception found, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ResponseEntity<Object> answer = super.handleExceptionInternal(found, body, headers, status, request);
        if (answer != null && answer.getBody() instanceof ProblemDetail problem && !hasCode(problem)) {
            problem.setProperty(
                    "code",
                    HttpStatus.valueOf(status.value())
                            .name()
                            .toLowerCase(Locale.ROOT)
                            .replace('_', '-'));
            problem.setProperty("retryable", status.is5xxServerError());
        }
        return answer;
    }

    private static boolean hasCode(ProblemDetail problem) {
        return problem.getProperties() != null && problem.getProperties().containsKey("code");
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(Exception failure) {
        log.error("A request failed and was rolled back", failure);
        ProblemDetail body = ApiProblem.body(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "failed",
                "Something failed here and was rolled back. The same request may be sent again, under the same key.");
        body.setProperty("retryable", true);
        return ResponseEntity.internalServerError().body(body);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> noSuchOrder(NoSuchOrderException missing) {
        return ResponseEntity.status(HttpStatus.NOT_FOUND)
                .body(ApiProblem.body(HttpStatus.NOT_FOUND, "order-not-found", "You have no order with this number."));
    }

    /** Passes by itself: the same request under the same key can be sent again. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> beingPaid(PaymentInProgressException other) {
        ProblemDetail body =
                ApiProblem.body(HttpStatus.CONFLICT, "payment-in-progress", String.valueOf(other.getMessage()));
        body.setProperty("retryable", true);
        body.setProperty("details", Map.of("orderStatus", "PAYING"));
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(body);
    }

    /** Not 2xx, so that the gateway tells it again: it may be another shop's, or ours from a restored backup. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownPayment(UnknownPaymentException unknown) {
        return ResponseEntity.status(HttpStatus.NOT_FOUND)
                .body(ApiProblem.body(HttpStatus.NOT_FOUND, "payment-not-found", String.valueOf(unknown.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notSignedIn(AuthenticationException refused, WebRequest request) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(HttpStatus.UNAUTHORIZED);
        // To a page's script, which has the page's cookie, the challenge would make the browser open a dialog of its
        // own.
        if (request.getHeader("X-Requested-With") == null && !hasPageCookie(request)) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"orders\"");
        }
        return answer.body(ApiProblem.body(
                HttpStatus.UNAUTHORIZED, "not-signed-in", "Sign in, for instance as alice with password demo."));
    }

    private static boolean hasPageCookie(WebRequest request) {
        return request instanceof ServletWebRequest web && WebUtils.getCookie(web.getRequest(), "XSRF-TOKEN") != null;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> forbidden(AccessDeniedException refused) {
        return ResponseEntity.status(HttpStatus.FORBIDDEN)
                .body(ApiProblem.body(
                        HttpStatus.FORBIDDEN,
                        "forbidden",
                        "Only operators may do this; or a signed-in page did not send its CSRF token."));
    }
}

package io.yici.example.orders.pages;

import io.yici.IdempotencyException;
import io.yici.Rejection;
import io.yici.example.orders.NoSuchOrderException;
import io.yici.example.orders.payment.PaymentInProgressException;
import io.yici.example.orders.web.RejectionStatuses;
import io.yici.http.Problem;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.web.ErrorResponse;

/**
 * Why a page was refused: the codes and statuses that the API has, too.
 *
 * @param code what happened, also the name of its text
 * @param status HTTP status
 * @param retryable whether the same form can be sent again as it is
 * @param waits whether some time should pass before
 * @param fault whether it failed on our side, and is for the log
 */
record Refused(String code, int status, boolean retryable, boolean waits, boolean fault) {
    static Refused by(Exception thrown) {
        if (thrown instanceof IdempotencyException refusal) {
            Problem problem = Problem.of(refusal);
            return new Refused(
                    problem.code(),
                    problem.status(),
                    problem.retryable(),
                    problem.retryAfter() != null,
                    problem.isOurFault());
        }
        if (thrown instanceof Rejection rejection) {
            return forGood(
                    rejection.code(), RejectionStatuses.of(rejection.code()).value());
        }
        if (thrown instanceof PaymentInProgressException) {
            return new Refused("payment-in-progress", 409, true, true, false);
        }
        if (thrown instanceof NoSuchOrderException) {
            return forGood("order-not-found", 404);
        }
        return ofRequest(thrown);
    }

    private static Refused ofRequest(Exception thrown) {
        if (thrown instanceof AuthenticationException) {
            return forGood("not-signed-in", 401);
        }
        if (thrown instanceof CsrfException) {
            return forGood("form-stale", 403);
        }
        if (thrown instanceof AccessDeniedException) {
            return forGood("forbidden", 403);
        }
        if (thrown instanceof InvalidParameterException unreadable) {
            int status = unreadable.getErrorCode();
            return forGood(status == 413 ? "request-too-large" : "request-invalid", status);
        }
        if (thrown instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            int status = known.getStatusCode().value();
            return forGood(status == 400 ? "request-invalid" : status == 404 ? "not-found" : "not-possible", status);
        }
        return new Refused("failed", 500, true, false, true);
    }

    private static Refused forGood(String code, int status) {
        return new Refused(code, status, false, false, false);
    }
}

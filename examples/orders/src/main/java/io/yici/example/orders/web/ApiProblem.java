package io.yici.example.orders.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A refusal of this service's own, sent as problem details (RFC 9457) with a stable code for programs. */
final class ApiProblem extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    ApiProblem(HttpStatus status, String code, String detail) {
        super(status, body(status, code, detail), null);
    }

    /** The body of such a refusal. */
    static ProblemDetail body(HttpStatus status, String code, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        body.setType(URI.create("urn:yici:problem:" + code));
        body.setProperty("code", code);
        body.setProperty("retryable", false);
        return body;
    }
}

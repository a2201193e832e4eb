package io.yici.spring.web;

import io.yici.AnswerNotKeptException;
import io.yici.CommitRefusedException;
import io.yici.ExpiredException;
import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.StaleKeyException;
import io.yici.StoreUnavailableException;
import io.yici.TransactionConflictException;
import io.yici.TransactionLostException;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
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

    private static final HttpStatus UNPROCESSABLE = HttpStatus.valueOf(422);

    private static final Face HIDDEN =
            new Face("internal", HttpStatus.INTERNAL_SERVER_ERROR, "The request could not be processed");

    private static final Map<Class<? extends IdempotencyException>, Face> FACES = Map.ofEntries(
            Map.entry(
                    InProgressException.class,
                    new Face("in-progress", HttpStatus.CONFLICT, "The same request is being processed")),
            Map.entry(
                    MismatchException.class,
                    new Face("mismatch", UNPROCESSABLE, "The key was used for another request")),
            Map.entry(
                    ExpiredException.class,
                    new Face("key-expired", HttpStatus.CONFLICT, "The request was processed long ago")),
            Map.entry(
                    StaleKeyException.class,
                    new Face("key-stale", HttpStatus.PRECONDITION_FAILED, "The key is too old")),
            Map.entry(
                    OutcomeUnknownException.class,
                    new Face("outcome-unknown", HttpStatus.CONFLICT, "It is not known whether it was processed")),
            Map.entry(
                    AnswerNotKeptException.class,
                    new Face("response-not-kept", HttpStatus.CONFLICT, "The answer is no longer kept")),
            Map.entry(
                    StoreUnavailableException.class,
                    new Face("store-unavailable", HttpStatus.SERVICE_UNAVAILABLE, "The service is busy")),
            Map.entry(
                    TransactionConflictException.class,
                    new Face("conflict", HttpStatus.SERVICE_UNAVAILABLE, "The service is busy")),
            Map.entry(
                    InvalidOperationException.class,
                    new Face("key-invalid", HttpStatus.BAD_REQUEST, "The request cannot be identified")),
            Map.entry(UnreadableRecordException.class, HIDDEN.as("record-unreadable")),
            Map.entry(TransactionLostException.class, HIDDEN.as("transaction-lost")),
            Map.entry(CommitRefusedException.class, HIDDEN.as("commit-refused")),
            Map.entry(UnstorableAnswerException.class, HIDDEN.as("answer-unstorable")));

    /** Made once for an application. */
    public IdempotencyProblems() {}

    /** What a kind of refusal looks like. */
    private record Face(String code, HttpStatus status, String title) {
        private Face as(String otherCode) {
            return new Face(otherCode, status, title);
        }
    }

    /** Renders a refusal of Yici's. What is no fault of the client is logged, and its detail not shown. */
    @ExceptionHandler
    public ResponseEntity<ProblemDetail> refused(IdempotencyException refusal) {
        Face face = FACES.getOrDefault(refusal.getClass(), HIDDEN);
        boolean isOurs = face.status() == HttpStatus.INTERNAL_SERVER_ERROR;
        if (isOurs) {
            LOG.error("A guarded call failed", refusal);
        }
        ProblemDetail problem = problem(face, isOurs ? null : refusal.found() + " " + refusal.remedy());
        problem.setProperty("retryable", refusal.retryable());
        if (refusal.operation() != null) {
            problem.setProperty("keyHash", refusal.operation().id().shortHash());
        }
        HttpHeaders headers = new HttpHeaders();
        if (refusal instanceof InProgressException || face.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            headers.set(HttpHeaders.RETRY_AFTER, "1");
        }
        return response(problem, headers);
    }

    /** Renders a refusal of the business, with its own code and details. */
    @ExceptionHandler
    public ResponseEntity<ProblemDetail> rejected(Rejection rejection) {
        ProblemDetail problem =
                problem(new Face("rejected", UNPROCESSABLE, "The request was refused"), rejection.message());
        problem.setProperty("code", rejection.code());
        problem.setProperty("retryable", false);
        if (!rejection.details().isEmpty()) {
            problem.setProperty("details", rejection.details());
        }
        return response(problem, new HttpHeaders());
    }

    private static ProblemDetail problem(Face face, @Nullable String detail) {
        ProblemDetail problem = ProblemDetail.forStatus(face.status().value());
        problem.setType(URI.create("urn:yici:problem:" + face.code()));
        problem.setTitle(face.title());
        problem.setDetail(detail);
        problem.setProperty("code", face.code());
        return problem;
    }

    private static ResponseEntity<ProblemDetail> response(ProblemDetail problem, HttpHeaders headers) {
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return ResponseEntity.status(problem.getStatus()).headers(headers).body(problem);
    }
}

package io.yici.spring.http;

import io.yici.Operation;
import io.yici.Standing;
import io.yici.http.KeyRules;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Publishes the policy, and tells a caller how the operation under one of its own keys stands. Nobody learns anything
 * of another caller's keys, since the caller is part of what is looked up.
 */
@RestController
final class IdempotencyEndpoint {
    private final RouteTable table;
    private final Operations operations;
    private final String tokensAt;

    IdempotencyEndpoint(RouteTable table, Operations operations, String tokensAt) {
        this.table = table;
        this.operations = operations;
        this.tokensAt = tokensAt;
    }

    /**
     * How an operation stands.
     *
     * @param status in-progress, finished, rejected, unknown, expired or absent; absent is proved, not guessed
     */
    record Status(String operation, String status) {}

    @GetMapping("${yici.http.path:/idempotency}")
    PublishedPolicy policy() {
        return PublishedPolicy.of(table.routes(), tokensAt);
    }

    /** The key is a header here too, because addresses go to logs; path variables of the route are parameters. */
    @GetMapping("${yici.http.path:/idempotency}/{operation:.+}/status")
    ResponseEntity<?> status(
            @PathVariable String operation,
            @RequestParam Map<String, String> parameters,
            @RequestHeader HttpHeaders headers) {
        Route route = table.routes().all().stream()
                .filter(each -> each.name().equals(operation))
                .findFirst()
                .orElse(null);
        if (route == null) {
            return unknown("There is no operation '" + operation
                    + "'; this says nothing about any key. The policy, one address"
                    + " above, lists the operations there are.");
        }
        Standing standing = route.yici().resolve(asked(route, parameters, headers));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(new Status(operation, told(standing)));
    }

    static ResponseEntity<ProblemDetail> unknown(String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, detail);
        problem.setType(URI.create("urn:yici:problem:operation-unknown"));
        problem.setTitle("There is no such operation");
        problem.setProperty("code", "operation-unknown");
        problem.setProperty("retryable", false);
        return ResponseEntity.of(problem).build();
    }

    private static String told(Standing standing) {
        return switch (standing) {
            case ABSENT -> "absent";
            case IN_PROGRESS -> "in-progress";
            case FINISHED -> "finished";
            case REJECTED -> "rejected";
            case UNRESOLVED -> "unknown";
            case EXPIRED -> "expired";
        };
    }

    private Operation asked(Route route, Map<String, String> parameters, HttpHeaders headers) {
        String key = route.rules().key().keyInHeader(headers.getOrEmpty(KeyRules.HEADER));
        if (key == null) {
            throw new RequestRefusedException(
                    Reason.KEY_MISSING,
                    "There is no idempotency key to look for.",
                    "Send the key that the request was sent under, in the header " + KeyRules.HEADER + ".");
        }
        return operations.of(route, scope(route, parameters), key);
    }

    /** Of several ways to a handler the one that takes most of what is given, for one without variables always fits. */
    private static List<String> scope(Route route, Map<String, String> parameters) {
        return route.endpoints().stream()
                .map(endpoint -> Scope.given(endpoint.pattern(), parameters))
                .filter(scope -> scope != null)
                .max(Comparator.comparingInt(List::size))
                .orElseThrow(() -> missing(route));
    }

    private static RequestRefusedException missing(Route route) {
        @Nullable String pattern = route.endpoints().get(0).pattern();
        return new RequestRefusedException(
                Reason.REQUEST_INVALID,
                "The variables of " + pattern + " are part of what is looked for, and are missing.",
                "Send each as a query parameter of its name"
                        + (Scope.hasBareWildcard(pattern) ? ", and the path as path" : "") + ".");
    }
}

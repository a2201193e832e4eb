package io.yici.spring.http;

import io.yici.Operation;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Decides whether a recorded answer may be shown, where the rules that protect it lie deeper than the handler: in a
 * service, or in what a method returns. Asked on every replay, after the interceptors and the rules on the handler
 * itself, outside of any transaction of Yici's. Thread-safe.
 */
@FunctionalInterface
public interface ReplayAuthorizer {
    /**
     * Returns when the caller may see the answer now, and throws what the application throws when somebody may not,
     * such as Spring Security's {@code AccessDeniedException}.
     */
    void authorize(HttpServletRequest request, Operation operation);
}

package io.yici.spring.http;

import io.yici.Operation;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.spring.CallerResolver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Identifies operations: the current caller's, under a key, narrowed by a scope. Thread-safe. */
final class Operations {
    private final @Nullable CallerResolver callers;

    /** @param callers null where nobody can tell the caller, which is refused once there is a guarded handler */
    Operations(@Nullable CallerResolver callers) {
        this.callers = callers;
    }

    /** @throws RequestRefusedException when nobody knows on whose behalf the request runs */
    Operation of(Route route, List<String> scope, String key) {
        Operation.Called called = route.operation().by(caller());
        return (scope.isEmpty() ? called : called.scope(scope.toArray(String[]::new))).key(key);
    }

    /** @throws RequestRefusedException when nobody knows on whose behalf the request runs */
    String caller() {
        String caller = callers == null ? null : callers.caller();
        if (caller == null || caller.isBlank()) {
            throw new RequestRefusedException(
                    Reason.CALLER_MISSING,
                    "It is not known on whose behalf the request runs, and nobody may get the answer of somebody else.",
                    "Sign in.");
        }
        return caller;
    }
}

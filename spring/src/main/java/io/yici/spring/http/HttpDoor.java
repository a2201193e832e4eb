package io.yici.spring.http;

import io.yici.IdempotencyException;
import io.yici.Operation;
import io.yici.http.KeyRules;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.spring.CallerResolver;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells guarded requests from others, identifies their operation, and lets them through the door that fits. */
public final class HttpDoor {
    private final Routes routes;
    private final Set<String> methods;
    private final RequestReader reader;
    private final @Nullable CallerResolver callers;
    private final Refusal refusal;
    private final TransactionalDoor transactional;
    private final ExternalDoor external;

    HttpDoor(
            Routes routes,
            Set<String> methods,
            RequestReader reader,
            @Nullable CallerResolver callers,
            Refusal refusal,
            HeldResponses held) {
        this.routes = routes;
        this.methods = Set.copyOf(methods);
        this.reader = reader;
        this.callers = callers;
        this.refusal = refusal;
        Replay replay = new Replay(refusal, held);
        this.transactional = new TransactionalDoor(replay, refusal, held);
        this.external = new ExternalDoor(replay, refusal, held);
    }

    void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Routes.Found found = methods.contains(request.getMethod()) ? routes.find(request) : null;
        if (found == null) {
            chain.doFilter(request, response);
            return;
        }
        Asked asked;
        try {
            asked = read(found.route(), found.target(), request, response, chain);
        } catch (IdempotencyException refused) {
            refusal.send(request, response, refused);
            return;
        }
        if (asked == null) {
            UnguardedPass.allow(request, found.route());
            chain.doFilter(request, response);
        } else if (found.route().rules().external()) {
            external.pass(asked);
        } else {
            transactional.pass(asked);
        }
    }

    /** The request with its key, or null when it has none and needs none. */
    private @Nullable Asked read(
            Route route, Target target, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        RouteRules rules = route.rules();
        String inHeader = reader.keyInHeader(request, rules);
        if (inHeader == null && rules.pointer() == null) {
            requireKey(rules);
            return null;
        }
        RequestReader.Read read = reader.read(request, target, route, inHeader);
        RepeatableRequest repeatable = new RepeatableRequest(request, read.body(), route.answersLater());
        if (read.key() == null) {
            requireKey(rules);
            UnguardedPass.allow(request, route);
            return null;
        }
        Operation operation = operation(route, target, read.key());
        return new Asked(route, operation, read.fingerprint(), repeatable, response, chain);
    }

    private static void requireKey(RouteRules rules) {
        if (rules.keyRequired()) {
            throw new RequestRefusedException(
                    Reason.KEY_MISSING,
                    "There is no idempotency key.",
                    "Send a key of your own, the same on every try of this request: header " + KeyRules.HEADER
                            + (rules.pointer() == null ? "" : ", or member " + rules.pointer() + " of the body") + ".");
        }
    }

    private Operation operation(Route route, Target target, String key) {
        String caller = callers == null ? null : callers.caller();
        if (caller == null || caller.isBlank()) {
            throw new RequestRefusedException(
                    Reason.CALLER_MISSING,
                    "It is not known on whose behalf the request runs, and nobody may get the answer of somebody else.",
                    "Sign in.");
        }
        List<String> scope = target.scope();
        Operation.Called called = route.operation().by(caller);
        return (scope.isEmpty() ? called : called.scope(scope.toArray(String[]::new))).key(key);
    }
}

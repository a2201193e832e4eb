package io.yici.spring.http;

import io.yici.Fingerprint;
import io.yici.IdempotencyException;
import io.yici.Operation;
import io.yici.OperationListener;
import io.yici.guard.TokenUse;
import io.yici.http.KeyRules;
import io.yici.http.RequestRefusedException;
import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.spring.CallerResolver;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Tells guarded requests from others, identifies their operation, and lets them through the door that fits. */
public final class HttpDoor {
    private final Supplier<Routes> routes;
    private final Set<String> methods;
    private final RequestReader reader;
    private final Operations operations;
    private final UnguardedPass unguarded;
    private final Refusal refusal;
    private final TransactionalDoor transactional;
    private final ExternalDoor external;
    private final String tokensAt;

    HttpDoor(
            Supplier<Routes> routes,
            Set<String> methods,
            RequestReader reader,
            Operations operations,
            UnguardedPass unguarded,
            Refusal refusal,
            HeldResponses held,
            String tokensAt) {
        this.routes = routes;
        this.methods = Set.copyOf(methods);
        this.reader = reader;
        this.operations = operations;
        this.unguarded = unguarded;
        this.refusal = refusal;
        this.tokensAt = tokensAt;
        Replay replay = new Replay(refusal, held);
        this.transactional = new TransactionalDoor(replay, refusal, held);
        this.external = new ExternalDoor(replay, refusal, held);
    }

    /**
     * Assembles a door.
     *
     * @param json null where there is no library to read JSON with
     * @param callers null where nobody can tell the caller, which is refused once there is a guarded handler
     * @param listeners told of requests that run without a key
     * @param resolver the application's exception handling, had when it is needed
     */
    public static HttpDoor of(
            RouteTable table,
            HttpProperties properties,
            @Nullable CanonicalJson json,
            @Nullable CallerResolver callers,
            List<OperationListener> listeners,
            Supplier<HandlerExceptionResolver> resolver) {
        return new HttpDoor(
                table::routes,
                properties.getMethods(),
                new RequestReader(json),
                new Operations(callers),
                new UnguardedPass(listeners),
                new Refusal(resolver, properties.getPath()),
                new HeldResponses(properties.getMemoryLimit().toBytes()),
                properties.tokensAt());
    }

    void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Routes.Found found =
                methods.contains(request.getMethod()) ? routes.get().find(request) : null;
        if (found == null) {
            chain.doFilter(request, response);
            return;
        }
        Route route = found.route();
        Read read;
        try {
            read = read(route, found.target(), request);
        } catch (IdempotencyException refused) {
            refusal.send(request, response, refused);
            return;
        }
        if (read.operation() == null || read.fingerprint() == null) {
            unguarded.allow(request, route);
            chain.doFilter(read.request(), response);
            return;
        }
        Asked asked = new Asked(route, read.operation(), read.fingerprint(), read.request(), response, chain);
        if (route.rules().external()) {
            external.pass(asked);
        } else {
            transactional.pass(asked);
        }
    }

    /** A request to go on with, and what it asks; without an operation when it has no key and needs none. */
    private record Read(
            HttpServletRequest request,
            @Nullable Operation operation,
            @Nullable Fingerprint fingerprint) {}

    private Read read(Route route, Target target, HttpServletRequest request) throws IOException {
        RouteRules rules = route.rules();
        String inHeader = reader.keyInHeader(request, rules);
        if (inHeader == null && !RequestReader.mayBeInBody(request, rules)) {
            requireKey(route);
            return new Read(request, null, null);
        }
        RequestReader.Read read = reader.read(request, target, route, inHeader);
        RepeatableRequest repeatable = new RepeatableRequest(request, read.body(), route.answersLater());
        if (read.key() == null) {
            requireKey(route);
            return new Read(repeatable, null, null);
        }
        return new Read(repeatable, operations.of(route, target.scope(), read.key()), read.fingerprint());
    }

    private void requireKey(Route route) {
        RouteRules rules = route.rules();
        if (rules.keyRequired()) {
            throw new RequestRefusedException(
                    Reason.KEY_MISSING,
                    rules.tokens() == TokenUse.REQUIRED ? "There is no token." : "There is no idempotency key.",
                    wanted(route) + "the same on every try of this request: header " + KeyRules.HEADER
                            + (rules.pointer() == null
                                    ? ""
                                    : ", or member " + rules.pointer().pointer() + " of the body")
                            + (rules.field() == null
                                    ? ""
                                    : ", or field " + rules.field().name() + " of a form")
                            + ".");
        }
    }

    private String wanted(Route route) {
        if (route.rules().tokens() != TokenUse.REQUIRED) {
            return "Send a key of your own, ";
        }
        return tokensAt.isEmpty()
                ? "Fetch a token for " + route.name() + ", and send it, "
                : "Fetch a token by GET " + tokensAt + "?operation=" + route.name() + ", and send it, ";
    }
}

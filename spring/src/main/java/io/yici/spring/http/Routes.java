package io.yici.spring.http;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodClassKey;
import org.springframework.web.method.HandlerMethod;

/** The guarded handlers of an application. Immutable, thread-safe. */
final class Routes {
    private final HandlerLookup lookup;
    private final Map<MethodClassKey, List<Route>> byHandler;

    Routes(HandlerLookup lookup, Map<MethodClassKey, List<Route>> byHandler) {
        this.lookup = lookup;
        this.byHandler = Map.copyOf(byHandler);
    }

    /** A guarded handler, and where exactly the request leads. */
    record Found(Route route, Target target) {}

    /** The guarded handler that a request leads to, or null. */
    @Nullable Found find(HttpServletRequest request) {
        if (byHandler.isEmpty()) {
            return null;
        }
        Target target = lookup.find(request);
        if (target == null) {
            return null;
        }
        Route route = of(target.handler(), request.getMethod(), target.pattern());
        return route == null ? null : new Found(route, target);
    }

    /** How this handler is guarded for a method and pattern, or null. */
    @Nullable Route of(HandlerMethod handler, String httpMethod, String pattern) {
        return of(handler).stream()
                .filter(route -> route.guards(httpMethod, pattern))
                .findFirst()
                .orElse(null);
    }

    /** Every operation of a handler; none when nothing guards it. */
    List<Route> of(HandlerMethod handler) {
        return byHandler.getOrDefault(key(handler), List.of());
    }

    Collection<Route> all() {
        return byHandler.values().stream().flatMap(List::stream).distinct().toList();
    }

    static MethodClassKey key(HandlerMethod handler) {
        Method method = handler.getMethod();
        return new MethodClassKey(method, handler.getBeanType());
    }
}

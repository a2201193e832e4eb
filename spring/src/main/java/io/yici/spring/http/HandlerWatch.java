package io.yici.spring.http;

import io.yici.MisuseException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Last of the interceptors: sees that a request has come to its handler. A replay ends here, unless rules of the
 * handler's own stand before its body; and a guarded handler is not entered past the guard, for instance by a forward.
 */
final class HandlerWatch implements HandlerInterceptor {
    private final Supplier<Routes> routes;
    private final Set<String> methods;

    HandlerWatch(Supplier<Routes> routes, Set<String> methods) {
        this.routes = routes;
        this.methods = Set.copyOf(methods);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Exchange exchange = Exchange.of(request);
        if (handler instanceof HandlerMethod method && methods.contains(request.getMethod())) {
            refuseUnguarded(exchange, request, method);
        }
        if (exchange == null) {
            return true;
        }
        exchange.reachedHandler();
        if (exchange.isReplaying() && !exchange.route().proxied()) {
            exchange.letThrough();
            return false;
        }
        return true;
    }

    private void refuseUnguarded(@Nullable Exchange exchange, HttpServletRequest request, HandlerMethod handler) {
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        Route route = routes.get().of(handler, request.getMethod(), pattern);
        boolean guarded = exchange != null && exchange.route().equals(route);
        if (route != null && !guarded && !UnguardedPass.isAllowed(request, route)) {
            throw new MisuseException(
                    null,
                    "The guarded handler " + route.handler()
                            + " was reached by a request that did not pass the guard (a"
                            + " forward, or a filter that changed its path or method after the guard).",
                    null);
        }
    }
}

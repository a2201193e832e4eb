package io.yici.spring.http;

import io.yici.MisuseException;
import io.yici.spring.service.Handlers;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
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

    /** Notes what a resolver of the application rendered that stands before the watch on exceptions. */
    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception escaped) {
        Exchange exchange = Exchange.of(request);
        if (exchange != null && !exchange.isReplaying() && exchange.thrown() == null) {
            Stream.of(DispatcherServlet.EXCEPTION_ATTRIBUTE, RequestDispatcher.ERROR_EXCEPTION)
                    .map(request::getAttribute)
                    .filter(Throwable.class::isInstance)
                    .findFirst()
                    .ifPresent(rendered -> exchange.rendered((Throwable) rendered));
        }
    }

    private void refuseUnguarded(@Nullable Exchange exchange, HttpServletRequest request, HandlerMethod handler) {
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        Route route = routes.get().of(handler, request.getMethod(), pattern);
        boolean guarded = exchange != null && exchange.route().equals(route);
        if (route == null && routes.get().of(handler).isEmpty() && Handlers.marker(handler.getMethod()) != null) {
            throw new MisuseException(
                    null,
                    "The handler " + Handlers.title(handler.getBeanType(), handler.getMethod())
                            + " is @Idempotent, but was mapped after the application's start, or in another context,"
                            + " where nothing guards it.",
                    null);
        }
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

package io.yici.spring.http;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Innermost of a handler's proxy: what comes here was let through by every rule before it. A replay turns back; its
 * handler's body is not entered. Other methods of the same controller (model attributes, exception handlers) pass, for
 * they say nothing about the handler's rules.
 */
final class ReplayGate implements MethodInterceptor {
    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Exchange exchange = Exchange.current();
        if (exchange != null && isBody(exchange, invocation)) {
            if (exchange.isReplaying()) {
                exchange.letThrough();
                throw new TurnedBack();
            }
            exchange.enteredBody();
        }
        return invocation.proceed();
    }

    private static boolean isBody(Exchange exchange, MethodInvocation invocation) {
        Object controller = invocation.getThis();
        return controller != null && exchange.route().isBody(invocation.getMethod(), controller.getClass());
    }

    /** Ends the way of a replay in front of the handler's body. */
    private static final class TurnedBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TurnedBack() {
            super("a replay ends before the handler's body", null, false, false);
        }
    }
}

package io.yici.spring.http;

import io.yici.Operation;
import io.yici.Yici;
import io.yici.external.ExternalOperations;
import io.yici.spring.SpringYici;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/**
 * A guarded handler, checked and ready.
 *
 * @param operation its declared name
 * @param handler class and method, for people
 * @param method the handler's method
 * @param endpoints how it is mapped, for the published policy
 * @param whole whether every way to the handler is guarded, as an annotation says, and not only the endpoints named
 * @param rules what is asked of a request and kept of a response
 * @param yici its operations, in the transactions of its store
 * @param external the same, for handlers that call other systems
 * @param store where its records are
 * @param proxied whether rules of its proxy stand before its body and must be asked before a replay
 * @param answersLater whether its answer comes after it has returned
 * @param authorizer asked before a replay, or null
 */
record Route(
        Operation.Named operation,
        String name,
        String handler,
        Method method,
        List<Endpoint> endpoints,
        boolean whole,
        RouteRules rules,
        Yici yici,
        ExternalOperations external,
        SpringYici store,
        boolean proxied,
        boolean answersLater,
        @Nullable ReplayAuthorizer authorizer) {

    /** Whether a request of this method that was mapped by this pattern is guarded. */
    boolean guards(String httpMethod, String pattern) {
        return whole || endpoints.contains(new Endpoint(httpMethod, pattern));
    }

    /** Whether the handler is mapped by more than one pattern. */
    boolean hasSeveralPatterns() {
        return endpoints.stream().map(Endpoint::pattern).distinct().count() > 1;
    }

    /** Whether this is the handler's own body, and not another method of its controller. */
    boolean isBody(Method called, Class<?> controller) {
        return AopUtils.getMostSpecificMethod(called, controller)
                .equals(AopUtils.getMostSpecificMethod(method, controller));
    }

    /** One way to a handler. */
    record Endpoint(String httpMethod, String pattern) {}
}

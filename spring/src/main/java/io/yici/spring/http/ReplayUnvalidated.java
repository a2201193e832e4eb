package io.yici.spring.http;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.method.MethodValidator;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Leaves constraints on a handler's parameters out of replays: the request was valid when it was executed, and time
 * goes on. They are checked by Spring MVC itself, or by the proxy of a {@code @Validated} controller.
 */
final class ReplayUnvalidated {
    private static final String ADVICE = "org.springframework.validation.beanvalidation.MethodValidation";

    private ReplayUnvalidated() {}

    /** Whether it checks constraints, and so is no rule about who may do what. */
    static boolean isValidation(Advisor advisor) {
        return advisor.getAdvice().getClass().getName().startsWith(ADVICE) || advisor.getAdvice() instanceof FirstRuns;
    }

    /** In the proxy of a controller. */
    static void in(Advised proxy) {
        for (Advisor advisor : proxy.getAdvisors()) {
            if (isValidation(advisor)
                    && advisor instanceof PointcutAdvisor pointcut
                    && advisor.getAdvice() instanceof MethodInterceptor validation
                    && !(validation instanceof FirstRuns)) {
                proxy.replaceAdvisor(
                        advisor, new DefaultPointcutAdvisor(pointcut.getPointcut(), new FirstRuns(validation)));
            }
        }
    }

    /** In Spring MVC, which has no setting for it. */
    static void in(RequestMappingHandlerAdapter adapter) {
        Field field = ReflectionUtils.findField(RequestMappingHandlerAdapter.class, "methodValidator");
        if (field == null) {
            return;
        }
        ReflectionUtils.makeAccessible(field);
        if (ReflectionUtils.getField(field, adapter) instanceof MethodValidator validator) {
            ReflectionUtils.setField(field, adapter, onFirstRuns(validator));
        }
    }

    private static Object onFirstRuns(MethodValidator validator) {
        return Proxy.newProxyInstance(
                MethodValidator.class.getClassLoader(),
                new Class<?>[] {MethodValidator.class},
                (proxy, method, arguments) -> {
                    if (method.getReturnType() == void.class && Exchange.isReplayUnderway()) {
                        return null;
                    }
                    try {
                        return method.invoke(validator, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getTargetException();
                    }
                });
    }

    private record FirstRuns(MethodInterceptor validation) implements MethodInterceptor {
        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            return Exchange.isReplayUnderway() ? invocation.proceed() : validation.invoke(invocation);
        }
    }
}

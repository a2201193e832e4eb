package io.yici.spring.service;

import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;

/** Stands between the caller and an {@link io.yici.spring.Idempotent} method. Thread-safe. */
final class IdempotentInterceptor implements MethodInterceptor {
    private final Supplier<GuardedMethods> methods;

    IdempotentInterceptor(Supplier<GuardedMethods> methods) {
        this.methods = methods;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> beanClass =
                target == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        if (!(invocation instanceof ProxyMethodInvocation repeatable)) {
            throw new IllegalStateException("only a proxy of Spring AOP can guard a method that may have to run again");
        }
        Advised proxy = repeatable.getProxy() instanceof Advised advised ? advised : null;
        GuardedMethod guarded = methods.get().of(invocation.getMethod(), beanClass, proxy);
        return guarded == null ? invocation.proceed() : guarded.call(repeatable);
    }
}

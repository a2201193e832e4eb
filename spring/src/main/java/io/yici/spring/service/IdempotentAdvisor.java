package io.yici.spring.service;

import io.yici.spring.Idempotent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Puts the guard around annotated methods, directly outside of the transaction advisor, so that the guard begins the
 * transaction which that one joins.
 */
public final class IdempotentAdvisor extends AbstractPointcutAdvisor {
    private static final long serialVersionUID = 1L;

    private final transient IdempotentInterceptor interceptor;
    private final transient IntSupplier transactionOrder;

    /**
     * An advisor whose parts are asked for as late as they are needed: the advisor itself is made before everything it
     * advises.
     *
     * @param methods for the first call
     * @param transactionOrder the order of the transaction advisor, for the first bean
     */
    public IdempotentAdvisor(Supplier<GuardedMethods> methods, IntSupplier transactionOrder) {
        this.interceptor = new IdempotentInterceptor(methods);
        this.transactionOrder = transactionOrder;
    }

    /** One before the transaction advisor; start-up refuses where there is nothing before it. */
    @Override
    public int getOrder() {
        int theirs = transactionOrder.getAsInt();
        return theirs == HIGHEST_PRECEDENCE ? theirs : theirs - 1;
    }

    @Override
    public Pointcut getPointcut() {
        return Annotated.POINTCUT;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    private static final class Annotated extends StaticMethodMatcherPointcut {
        private static final Annotated POINTCUT = new Annotated();

        private Annotated() {
            // What cannot have a proxy is left to the start checks, which say what to do.
            setClassFilter(type -> AnnotationUtils.isCandidateClass(type, Idempotent.class) && canHaveProxy(type));
        }

        private static boolean canHaveProxy(Class<?> type) {
            return !Modifier.isFinal(type.getModifiers()) || ClassUtils.getAllInterfacesForClass(type).length > 0;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return Declaration.of(method, targetClass) != null;
        }
    }
}

package io.yici.spring.http;

import io.yici.spring.service.IdempotentAdvisor;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.web.method.HandlerMethod;

/**
 * The rules that stand on a handler itself, as advice of its bean's proxy: method security, and aspects of the
 * application, which may be rules too. Before a replay they are gone through as on a first run, up to a gate that is
 * put innermost.
 */
final class HandlerRules {
    /** Rules that look at what the method returns, and so cannot be asked before it runs. */
    private static final Set<String> AFTERWARDS = Set.of(
            "org.springframework.security.authorization.method.AuthorizationManagerAfterMethodInterceptor",
            "org.springframework.security.authorization.method.PostFilterAuthorizationMethodInterceptor");

    /** The same rules by what declares them: Spring Security may put an interceptor of its own around theirs. */
    private static final Set<String> DECLARED_AFTERWARDS = Set.of(
            "org.springframework.security.access.prepost.PostAuthorize",
            "org.springframework.security.access.prepost.PostFilter");

    private static final String SECURITY = "org.springframework.security.";

    private final ListableBeanFactory beanFactory;
    private final HandlerMethod handler;
    private final HandlerBody body;
    private final @Nullable Advised proxy;

    HandlerRules(ListableBeanFactory beanFactory, HandlerMethod handler) {
        this.beanFactory = beanFactory;
        this.handler = handler;
        this.body = HandlerBody.of(beanFactory, handler);
        this.proxy = bean() instanceof Advised advised ? advised : null;
    }

    private @Nullable Object bean() {
        Object bean = handler.getBean();
        if (!(bean instanceof String name)) {
            return bean;
        }
        return beanFactory.isSingleton(name) ? beanFactory.getBean(name) : null;
    }

    /** Adds why the rules could not be asked before a replay. */
    void check(String title, List<String> problems) {
        if (onHandler().anyMatch(this::looksAtTheAnswer)) {
            problems.add(
                    title + " has a rule that looks at what it returns (@PostAuthorize or @PostFilter), which cannot"
                            + " be asked before a recorded answer is shown. Use @PreAuthorize, or name a ReplayAuthorizer by"
                            + " replay-authorizer.");
        } else if (bean() == null && onHandler().anyMatch(HandlerRules::isSecurity)) {
            problems.add(title + " has rules of method security, but its controller is made anew for each request, so"
                    + " they cannot be asked before a recorded answer is shown. Make it a singleton, or name a"
                    + " ReplayAuthorizer by replay-authorizer.");
        } else if (proxy != null && proxy.isFrozen() && exist()) {
            problems.add(title + " has a frozen proxy, so the rules on it cannot be asked before a recorded answer is"
                    + " shown. Do not freeze it, or name a ReplayAuthorizer by replay-authorizer.");
        }
    }

    /** Whether there are any that can be asked. */
    boolean exist() {
        return proxy != null && onHandler().findAny().isPresent();
    }

    /** Puts the gate innermost, once for each proxy. */
    void putGate() {
        if (proxy != null
                && !proxy.isFrozen()
                && Stream.of(proxy.getAdvisors()).noneMatch(each -> each.getAdvice() instanceof ReplayGate)) {
            proxy.addAdvisor(new DefaultPointcutAdvisor(new ReplayGate()));
            ReplayUnvalidated.in(proxy);
        }
    }

    private Stream<Advisor> onHandler() {
        Stream<Advisor> all = proxy != null
                ? Stream.of(proxy.getAdvisors())
                : bean() == null ? beanFactory.getBeansOfType(Advisor.class).values().stream() : Stream.empty();
        return all.filter(each -> !(each instanceof IdempotentAdvisor)
                && !(each.getAdvice() instanceof TransactionInterceptor)
                && !(each.getAdvice() instanceof ReplayGate)
                && !ReplayUnvalidated.isValidation(each)
                && matches(each));
    }

    private boolean matches(Advisor advisor) {
        return !(advisor instanceof PointcutAdvisor pointcut)
                || (pointcut.getPointcut().getClassFilter().matches(body.controller())
                        && pointcut.getPointcut().getMethodMatcher().matches(body.method(), body.controller()));
    }

    private boolean looksAtTheAnswer(Advisor advisor) {
        return AFTERWARDS.contains(advisor.getAdvice().getClass().getName())
                || (isSecurity(advisor)
                        && (declaresAfterwards(body.method()) || declaresAfterwards(body.controller())));
    }

    private static boolean declaresAfterwards(AnnotatedElement where) {
        MergedAnnotations declared = MergedAnnotations.from(where, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY);
        return DECLARED_AFTERWARDS.stream().anyMatch(declared::isPresent);
    }

    private static boolean isSecurity(Advisor advisor) {
        return advisor.getAdvice().getClass().getName().startsWith(SECURITY);
    }
}

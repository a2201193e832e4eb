package io.yici.spring.service;

import java.util.Arrays;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** The interceptors around one guarded method of a bean, from the outside to the inside. */
final class AdvisorChain {
    /** Whose work has to be done before the guard is asked, by the beginning of their class name, and what they are. */
    private static final List<Outer> OUTER = List.of(
            new Outer("org.springframework.security.", "Security", "lower the order of Spring Security's advice"),
            new Outer(
                    "org.springframework.validation.beanvalidation.MethodValidation",
                    "Validation",
                    "lower the order of the MethodValidationPostProcessor"),
            new Outer("org.springframework.retry.", "Retry", "set @EnableRetry(order = 0)"),
            new Outer("org.springframework.resilience.", "Retry", "lower the order of the retry advice"),
            new Outer("io.github.resilience4j.", "Retry", "lower the order of Resilience4j's aspects"),
            new Outer(
                    "org.springframework.aop.interceptor.AsyncExecution",
                    "@Async",
                    "remove it: a call that goes on" + " elsewhere cannot be answered"),
            new Outer(
                    "org.springframework.scheduling.annotation.AnnotationAsync",
                    "@Async",
                    "remove it: a call that goes" + " on elsewhere cannot be answered"));

    private final Declaration declaration;
    private final List<Advice> advice;

    private AdvisorChain(Declaration declaration, List<Advice> advice) {
        this.declaration = declaration;
        this.advice = advice;
    }

    /** Reads the chain of a proxy; without one, only annotations are known. */
    static AdvisorChain of(Declaration declaration, @Nullable Advised proxy) {
        List<Advice> advice = proxy == null
                ? List.of()
                : Arrays.stream(proxy.getAdvisors())
                        .filter(advisor -> applies(advisor, declaration))
                        .map(Advisor::getAdvice)
                        .toList();
        return new AdvisorChain(declaration, advice);
    }

    private static boolean applies(Advisor advisor, Declaration declaration) {
        return !(advisor instanceof PointcutAdvisor pointed)
                || (pointed.getPointcut().getClassFilter().matches(declaration.beanClass())
                        && pointed.getPointcut()
                                .getMethodMatcher()
                                .matches(declaration.method(), declaration.beanClass()));
    }

    /** Adds what stands on the wrong side of the guard. */
    void check(List<String> problems) {
        int guard = index(IdempotentInterceptor.class);
        int transaction = index(TransactionInterceptor.class);
        if (guard >= 0 && transaction >= 0 && transaction < guard) {
            problems.add(
                    declaration.title() + ": its transaction would begin before the guard is asked, so a repeat could"
                            + " come in before the first has committed. Leave the order of @EnableTransactionManagement at its"
                            + " default, or above the lowest.");
        }
        for (int i = guard + 1; guard >= 0 && i < advice.size(); i++) {
            String type = advice.get(i).getClass().getName();
            for (Outer outer : OUTER) {
                if (type.startsWith(outer.prefix())) {
                    problems.add(
                            declaration.title() + ": " + outer.name() + " (" + type + ") would come after the guard,"
                                    + " inside the transaction; " + outer.remedy() + ", or leave the order of"
                                    + " @EnableTransactionManagement at its default.");
                }
            }
        }
    }

    private int index(Class<? extends Advice> type) {
        for (int i = 0; i < advice.size(); i++) {
            if (type.isInstance(advice.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The transaction the method asks for: by its interceptor, else by its annotation; null when it asks for none. */
    @Nullable TransactionAttribute transactionAttribute() {
        TransactionInterceptor interceptor = interceptor();
        TransactionAttributeSource source = interceptor == null ? null : interceptor.getTransactionAttributeSource();
        if (source instanceof JoiningAttributes joining) {
            source = joining.declared();
        }
        if (source == null) {
            source = new AnnotationTransactionAttributeSource(false);
        }
        return source.getTransactionAttribute(declaration.method(), declaration.beanClass());
    }

    /** The manager its transaction interceptor would use, found as that one finds it; null when there is none. */
    @Nullable TransactionManager transactionManager(BeanFactory beans, @Nullable String qualifier) {
        if (qualifier != null) {
            return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, qualifier);
        }
        TransactionInterceptor interceptor = interceptor();
        if (interceptor == null || transactionAttribute() == null) {
            return null;
        }
        String ofType = BeanFactoryAnnotationUtils.getQualifierValue(declaration.beanClass());
        if (ofType != null && !ofType.isBlank()) {
            try {
                return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, ofType);
            } catch (NoSuchBeanDefinitionException optional) {
                // A class may carry a qualifier that means something else.
            }
        }
        TransactionManager set = interceptor.getTransactionManager();
        return set != null ? set : beans.getBean(TransactionManager.class);
    }

    private @Nullable TransactionInterceptor interceptor() {
        int index = index(TransactionInterceptor.class);
        return index < 0 ? null : (TransactionInterceptor) advice.get(index);
    }

    /** Whether the guard is in the way of calls at all. */
    static boolean isGuarded(@Nullable Object bean) {
        return bean instanceof Advised proxy
                && AopUtils.isAopProxy(bean)
                && Arrays.stream(proxy.getAdvisors())
                        .anyMatch(each -> each.getAdvice() instanceof IdempotentInterceptor);
    }

    private record Outer(String prefix, String name, String remedy) {}
}

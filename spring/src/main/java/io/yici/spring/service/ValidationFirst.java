package io.yici.spring.service;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Moves method validation from where Spring adds it, innermost, to before the guard, so that an invalid call costs no
 * claim. Only on beans that are guarded. Constraints on results are then checked when the work is done and recorded.
 *
 * <p>Not ordered, and so after the post-processor that adds validation.
 */
public final class ValidationFirst implements BeanPostProcessor {
    private static final String VALIDATION = "org.springframework.validation.beanvalidation.MethodValidation";

    /** Made once for an application. */
    public ValidationFirst() {}

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof Advised proxy && !proxy.isFrozen() && AdvisorChain.isGuarded(bean)) {
            moveValidation(proxy);
        }
        return bean;
    }

    private static void moveValidation(Advised proxy) {
        boolean guardSeen = false;
        int guard = 0;
        for (Advisor advisor : proxy.getAdvisors()) {
            if (!guardSeen && advisor.getAdvice() instanceof IdempotentInterceptor) {
                guardSeen = true;
                guard = proxy.indexOf(advisor);
            } else if (guardSeen && isValidation(advisor)) {
                proxy.removeAdvisor(advisor);
                proxy.addAdvisor(guard++, advisor);
            }
        }
    }

    private static boolean isValidation(Advisor advisor) {
        return advisor.getAdvice().getClass().getName().startsWith(VALIDATION);
    }
}

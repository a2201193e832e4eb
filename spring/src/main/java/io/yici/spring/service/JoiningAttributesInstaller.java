package io.yici.spring.service;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/** Lets every transaction interceptor of the application join the transactions of guarded runs. */
public final class JoiningAttributesInstaller implements BeanPostProcessor, PriorityOrdered {
    private final Entrances entrances;

    /** Installs for runs marked by {@code entrances}. */
    public JoiningAttributesInstaller(Entrances entrances) {
        this.entrances = entrances;
    }

    /** Early, because interceptors are made for the first bean that needs a proxy. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof TransactionAspectSupport interceptor) {
            TransactionAttributeSource declared = interceptor.getTransactionAttributeSource();
            if (declared != null && !(declared instanceof JoiningAttributes)) {
                interceptor.setTransactionAttributeSource(new JoiningAttributes(declared, entrances));
            }
        }
        return bean;
    }
}

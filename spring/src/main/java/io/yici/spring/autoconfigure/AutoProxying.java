package io.yici.spring.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Makes sure that advisors are applied, also where nothing else asks for that. */
final class AutoProxying implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private boolean proxiesClasses = true;

    @Override
    public void setEnvironment(Environment environment) {
        proxiesClasses = environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (proxiesClasses) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}

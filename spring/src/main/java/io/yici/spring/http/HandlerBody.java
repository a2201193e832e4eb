package io.yici.spring.http;

import io.yici.spring.service.Handlers;
import java.lang.reflect.Method;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.web.method.HandlerMethod;

/**
 * The method that does a handler's work, behind whatever proxy its bean has: Spring MVC may know only that of an
 * interface.
 */
record HandlerBody(Class<?> controller, Method method) {

    static HandlerBody of(ListableBeanFactory beanFactory, HandlerMethod handler) {
        Class<?> controller = controller(beanFactory, handler);
        return new HandlerBody(controller, AopUtils.getMostSpecificMethod(handler.getMethod(), controller));
    }

    /** Without making the bean, which may be a lazy one. */
    private static Class<?> controller(ListableBeanFactory beanFactory, HandlerMethod handler) {
        Class<?> target = null;
        if (!(handler.getBean() instanceof String name)) {
            target = AopUtils.getTargetClass(handler.getBean());
        } else if (beanFactory instanceof ConfigurableListableBeanFactory configurable) {
            target = AutoProxyUtils.determineTargetClass(configurable, name);
        }
        return target == null ? handler.getBeanType() : target;
    }

    /** Names it for people: class and method. */
    String title() {
        return Handlers.title(controller, method);
    }
}

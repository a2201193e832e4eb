package io.yici.spring.rabbitmq;

import io.yici.SetupException;
import io.yici.spring.service.GuardedMethods;
import io.yici.spring.service.ListenerMethod;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.config.BaseRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.MessageListenerContainer;
import org.springframework.amqp.rabbit.listener.MethodRabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.MultiMethodRabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.RabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Checks every listener container with a guarded method when it is registered, before it is started, and puts advice
 * around its listener that knows what a refusal means. Containers without guarded methods stay as they are.
 */
public final class RabbitListenerDoor implements BeanPostProcessor, MethodInterceptor {
    private static final String REGISTER = "registerListenerContainer";

    private final Supplier<GuardedMethods> methods;
    private final Supplier<RabbitQueue> queue;

    /** Asks for its parts when the first container is registered. */
    public RabbitListenerDoor(Supplier<GuardedMethods> methods, Supplier<RabbitQueue> queue) {
        this.methods = methods;
        this.queue = queue;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!(bean instanceof RabbitListenerEndpointRegistry)) {
            return bean;
        }
        ProxyFactory proxy = new ProxyFactory(bean);
        proxy.setProxyTargetClass(true);
        proxy.addAdvice(this);
        return proxy.getProxy(bean.getClass().getClassLoader());
    }

    /** Stands between the registry and the factory that makes the container. */
    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        @Nullable Object[] arguments = call.getArguments();
        if (call.getMethod().getName().equals(REGISTER)
                && arguments.length > 1
                && arguments[0] instanceof RabbitListenerEndpoint endpoint
                && arguments[1] instanceof RabbitListenerContainerFactory<?> factory) {
            List<ListenerMethod> guarded = guarded(endpoint);
            if (!guarded.isEmpty()) {
                arguments[1] = new CheckedContainers<>(factory, container -> prepare(container, factory, guarded));
            }
        }
        return call.proceed();
    }

    private void prepare(
            MessageListenerContainer container,
            RabbitListenerContainerFactory<?> factory,
            List<ListenerMethod> guarded) {
        if (!(container instanceof AbstractMessageListenerContainer plain)
                || !(factory instanceof BaseRabbitListenerContainerFactory<?> base)) {
            throw new SetupException(
                    List.of(guarded.get(0).title() + " is an @Idempotent listener in a "
                            + container.getClass().getSimpleName()
                            + ", which cannot be checked. Use a SimpleRabbitListenerContainerFactory or a"
                            + " DirectRabbitListenerContainerFactory."),
                    null);
        }
        List<String> problems = RabbitContainerCheck.problems(plain, guarded);
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        GuardedDelivery delivery = new GuardedDelivery(queue.get());
        List<Advice> chain = new ArrayList<>();
        chain.add(delivery);
        Advice @Nullable [] theirs = base.getAdviceChain();
        if (theirs != null) {
            chain.addAll(Arrays.asList(theirs));
        }
        chain.add(delivery.innermost());
        plain.setAdviceChain(chain.toArray(Advice[]::new));
    }

    private List<ListenerMethod> guarded(RabbitListenerEndpoint endpoint) {
        if (endpoint instanceof MultiMethodRabbitListenerEndpoint several) {
            Object bean = Objects.requireNonNull(several.getBean(), "bean");
            return methods.get().listeners(bean, handlers(AopUtils.getTargetClass(bean)));
        }
        return endpoint instanceof MethodRabbitListenerEndpoint one && one.getMethod() != null
                ? methods.get().listeners(Objects.requireNonNull(one.getBean(), "bean"), List.of(one.getMethod()))
                : List.of();
    }

    private static List<Method> handlers(Class<?> type) {
        return List.copyOf(MethodIntrospector.selectMethods(type, (ReflectionUtils.MethodFilter)
                method -> AnnotatedElementUtils.hasAnnotation(method, RabbitHandler.class)));
    }
}

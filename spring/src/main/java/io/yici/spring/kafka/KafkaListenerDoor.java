package io.yici.spring.kafka;

import io.yici.SetupException;
import io.yici.spring.service.GuardedMethods;
import io.yici.spring.service.ListenerMethod;
import java.util.List;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.config.MultiMethodKafkaListenerEndpoint;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Checks every listener container with a guarded method when it is registered, before it is started, and gives it an
 * error handler that knows what a refusal means. Containers without guarded methods stay as they are.
 */
public final class KafkaListenerDoor implements BeanPostProcessor, MethodInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaListenerDoor.class);

    private static final String REGISTER = "registerListenerContainer";

    private final Supplier<GuardedMethods> methods;

    /** Asks for the methods when the first container is registered. */
    public KafkaListenerDoor(Supplier<GuardedMethods> methods) {
        this.methods = methods;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!(bean instanceof KafkaListenerEndpointRegistry)) {
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
                && arguments[1] instanceof KafkaListenerContainerFactory<?> factory) {
            arguments[1] = new CheckedContainers<>(factory, this::prepare);
        }
        return call.proceed();
    }

    private void prepare(KafkaListenerEndpoint endpoint, MessageListenerContainer container) {
        List<ListenerMethod> guarded = guarded(endpoint);
        if (guarded.isEmpty()) {
            return;
        }
        if (!(container instanceof AbstractMessageListenerContainer<?, ?> plain)) {
            throw new SetupException(
                    List.of(guarded.get(0).title() + " is an @Idempotent listener in a "
                            + container.getClass().getSimpleName()
                            + ", which cannot be checked. Use a ConcurrentKafkaListenerContainerFactory."),
                    null);
        }
        List<String> problems = KafkaContainerCheck.problems(plain, guarded);
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        if (plain.getCommonErrorHandler() == null) {
            LOG.warn(
                    "{} has no error handler of its own: Spring Kafka tries a message that fails 10 times within seconds,"
                            + " and then skips it. Set a DefaultErrorHandler with a DeadLetterPublishingRecoverer, so"
                            + " that it is kept.",
                    guarded.get(0).title());
        }
        plain.setCommonErrorHandler(GuardedErrorHandler.before(plain.getCommonErrorHandler()));
    }

    private List<ListenerMethod> guarded(KafkaListenerEndpoint endpoint) {
        if (endpoint instanceof MultiMethodKafkaListenerEndpoint<?, ?> several) {
            return methods.get().listeners(several.getBean(), several.getMethods());
        }
        return endpoint instanceof MethodKafkaListenerEndpoint<?, ?> one && one.getMethod() != null
                ? methods.get().listeners(one.getBean(), List.of(one.getMethod()))
                : List.of();
    }
}

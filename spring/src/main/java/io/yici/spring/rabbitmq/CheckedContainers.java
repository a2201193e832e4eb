package io.yici.spring.rabbitmq;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.listener.MessageListenerContainer;
import org.springframework.amqp.rabbit.listener.RabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpoint;

/** Another factory's containers, shown to somebody before they are used. */
final class CheckedContainers<C extends MessageListenerContainer> implements RabbitListenerContainerFactory<C> {
    private final RabbitListenerContainerFactory<C> factory;
    private final Consumer<MessageListenerContainer> check;

    CheckedContainers(RabbitListenerContainerFactory<C> factory, Consumer<MessageListenerContainer> check) {
        this.factory = factory;
        this.check = check;
    }

    @Override
    public C createListenerContainer(@Nullable RabbitListenerEndpoint endpoint) {
        C container = factory.createListenerContainer(endpoint);
        check.accept(container);
        return container;
    }
}

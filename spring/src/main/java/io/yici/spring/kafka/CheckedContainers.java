package io.yici.spring.kafka;

import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;

/** Another factory's containers, shown to somebody before they are used. */
final class CheckedContainers<C extends MessageListenerContainer> implements KafkaListenerContainerFactory<C> {
    private final KafkaListenerContainerFactory<C> factory;
    private final BiConsumer<KafkaListenerEndpoint, MessageListenerContainer> check;

    CheckedContainers(
            KafkaListenerContainerFactory<C> factory,
            BiConsumer<KafkaListenerEndpoint, MessageListenerContainer> check) {
        this.factory = factory;
        this.check = check;
    }

    @Override
    public C createListenerContainer(KafkaListenerEndpoint endpoint) {
        C container = factory.createListenerContainer(endpoint);
        check.accept(endpoint, container);
        return container;
    }

    @Override
    public C createContainer(TopicPartitionOffset... topicPartitions) {
        return factory.createContainer(topicPartitions);
    }

    @Override
    public C createContainer(String... topics) {
        return factory.createContainer(topics);
    }

    @Override
    public C createContainer(Pattern topicPattern) {
        return factory.createContainer(topicPattern);
    }
}

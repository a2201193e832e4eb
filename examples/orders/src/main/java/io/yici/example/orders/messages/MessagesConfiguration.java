package io.yici.example.orders.messages;

import com.rabbitmq.client.ConnectionFactory;
import io.yici.inbox.Inbox;
import io.yici.inbox.LocalDelivery;
import io.yici.messaging.kafka.KafkaSender;
import io.yici.messaging.rocketmq.RocketSender;
import io.yici.outbox.MessageSender;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One setting decides who delivers: the starter's relay hands what is in the outbox to the sender made here. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MessagesSettings.class)
class MessagesConfiguration {
    /** Inboxes are there for the local transport alone. */
    @Bean
    MessageSender messageSender(MessagesSettings settings, ObjectProvider<Inbox> inboxes) throws Exception {
        return switch (settings.transport()) {
            case LOCAL -> local(inboxes.orderedStream().toList());
            case KAFKA -> KafkaSender.with(Map.of("bootstrap.servers", settings.address()));
            case RABBITMQ -> rabbit(settings.address());
            case ROCKETMQ -> rocket(settings.address());
        };
    }

    private static MessageSender local(List<Inbox> inboxes) {
        return LocalDelivery.to(Map.of(Transport.LOCAL.destination(), inboxes));
    }

    private static MessageSender rabbit(String address) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(URI.create(address));
        return new RabbitDestination(factory);
    }

    private static MessageSender rocket(String address) {
        DefaultMQProducer producer = new DefaultMQProducer("orders");
        producer.setNamesrvAddr(address);
        return RocketSender.with(producer);
    }
}

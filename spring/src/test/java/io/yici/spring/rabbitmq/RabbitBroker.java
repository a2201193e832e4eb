package io.yici.spring.rabbitmq;

import java.net.URI;
import java.util.Map;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The broker of an application under test, and its queue of dead letters. */
@Configuration(proxyBeanMethods = false)
class RabbitBroker {
    @Bean
    ConnectionFactory connections(@Value("${test.brokers}") URI broker) {
        return new CachingConnectionFactory(broker);
    }

    @Bean
    RabbitAdmin admin(ConnectionFactory connections) {
        return new RabbitAdmin(connections);
    }

    @Bean
    RabbitTemplate template(ConnectionFactory connections) {
        return new RabbitTemplate(connections);
    }

    @Bean
    Queue dead(@Value("${test.queue}") String name) {
        return new Queue(name + "-dead");
    }

    /** A queue whose rejected messages become dead letters of {@code name}. */
    static Queue queue(String queue, String name) {
        return new Queue(
                queue,
                true,
                false,
                false,
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", name + "-dead"));
    }
}

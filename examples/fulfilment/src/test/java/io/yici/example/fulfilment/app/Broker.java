package io.yici.example.fulfilment.app;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.yici.brokers.Brokers;
import io.yici.messaging.kafka.KafkaSender;
import io.yici.messaging.rabbitmq.RabbitSender;
import io.yici.messaging.rocketmq.RocketSender;
import io.yici.outbox.MessageSender;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.rocketmq.client.producer.DefaultMQProducer;

/** A real broker, and how the order service sends to it. */
enum Broker {
    KAFKA(Transport.KAFKA, "orders") {
        @Override
        String address() {
            return Brokers.kafka();
        }

        @Override
        MessageSender sender() {
            return KafkaSender.with(Map.of("bootstrap.servers", address()));
        }
    },
    RABBITMQ(Transport.RABBITMQ, "orders/") {
        @Override
        Optional<String> missing() {
            return Brokers.missingRabbitmq();
        }

        @Override
        String address() {
            return Brokers.rabbitmq();
        }

        @Override
        MessageSender sender() throws Exception {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(URI.create(address()));
            try (Connection connection = factory.newConnection();
                    Channel channel = connection.createChannel()) {
                channel.exchangeDeclare("orders", BuiltinExchangeType.FANOUT, true);
                for (String queue : List.of("orders.shipping", "orders.points")) {
                    channel.queueDeclare(queue, true, false, false, null);
                    channel.queueBind(queue, "orders", "");
                }
            }
            return RabbitSender.with(factory);
        }
    },
    ROCKETMQ(Transport.ROCKETMQ, "orders") {
        @Override
        String address() {
            return Brokers.rocketmq();
        }

        @Override
        MessageSender sender() {
            DefaultMQProducer producer = new DefaultMQProducer("orders");
            producer.setNamesrvAddr(address());
            return RocketSender.with(producer);
        }
    };

    private final Transport transport;
    private final String destination;

    Broker(Transport transport, String destination) {
        this.transport = transport;
        this.destination = destination;
    }

    Transport transport() {
        return transport;
    }

    String destination() {
        return destination;
    }

    Optional<String> missing() {
        return Optional.empty();
    }

    abstract String address();

    abstract MessageSender sender() throws Exception;
}

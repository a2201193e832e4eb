package io.yici.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RabbitBrokerTest {
    /** Left out, loudly, where RabbitMQ is not installed; under CI it then fails. */
    private static void needsRabbitmq() {
        RabbitBroker.missing()
                .filter(what -> !"true".equals(System.getenv("CI")))
                .ifPresent(what -> {
                    System.err.println("NOT TESTED ON RABBITMQ: " + what);
                    assumeTrue(false, what);
                });
    }

    @Test
    void confirmedMessagesOutliveACrash() throws Exception {
        needsRabbitmq();
        try (RabbitBroker broker = RabbitBroker.start()) {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(broker.amqpUrl());
            factory.setAutomaticRecoveryEnabled(false);
            Connection before = factory.newConnection();
            try {
                Channel channel = before.createChannel();
                channel.confirmSelect();
                channel.queueDeclare("kept", true, false, false, Map.of());
                channel.basicPublish(
                        "", "kept", MessageProperties.PERSISTENT_BASIC, "before".getBytes(StandardCharsets.UTF_8));
                channel.waitForConfirmsOrDie(10_000);
                broker.crash();
            } finally {
                before.abort(); // unlike close, it says nothing about a server that is gone
            }
            broker.restart();
            try (Connection connection = factory.newConnection();
                    Channel channel = connection.createChannel()) {
                assertThat(channel.basicGet("kept", true).getBody()).asString().isEqualTo("before");
            }
        }
    }
}

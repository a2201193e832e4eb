package io.yici.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

class RocketBrokerTest {
    @Test
    void whatWasWrittenOutlivesACrash() throws Exception {
        try (RocketBroker broker = RocketBroker.start()) {
            DefaultMQProducer producer = new DefaultMQProducer("writers");
            producer.setNamesrvAddr(broker.nameServer());
            producer.start();
            try {
                assertThat(producer.send(new Message("kept", "before".getBytes(StandardCharsets.UTF_8)))
                                .getSendStatus())
                        .isEqualTo(SendStatus.SEND_OK);
            } finally {
                producer.shutdown();
            }
            broker.crash();
            broker.restart();
            assertThat(readOne(broker)).isEqualTo("before");
        }
    }

    private static String readOne(RocketBroker broker) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer("readers");
        consumer.setNamesrvAddr(broker.nameServer());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("kept", "*");
        consumer.start();
        try {
            long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos();
            while (System.nanoTime() < deadline) {
                List<MessageExt> read = consumer.poll(500);
                if (!read.isEmpty()) {
                    return new String(read.get(0).getBody(), StandardCharsets.UTF_8);
                }
            }
            return "nothing";
        } finally {
            consumer.shutdown();
        }
    }
}

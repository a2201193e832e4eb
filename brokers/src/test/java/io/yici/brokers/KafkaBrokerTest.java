package io.yici.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaBrokerTest {
    @Test
    void whatWasWrittenOutlivesACrash() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start()) {
            write(broker, "before");
            broker.crash();
            broker.restart();
            write(broker, "after");
            assertThat(read(broker, 2)).containsExactly("before", "after");
        }
    }

    private static void write(KafkaBroker broker, String text) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("kept", text.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }

    private static List<String> read(KafkaBroker broker, int count) {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "group.id",
                        "readers",
                        "auto.offset.reset",
                        "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of("kept"));
            List<String> read = new java.util.ArrayList<>();
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (read.size() < count && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(200))) {
                    read.add(new String(each.value(), StandardCharsets.UTF_8));
                }
            }
            return read;
        }
    }
}

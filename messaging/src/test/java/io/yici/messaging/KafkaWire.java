package io.yici.messaging;

import io.yici.inbox.Inbox;
import io.yici.messaging.kafka.KafkaInbox;
import io.yici.messaging.kafka.KafkaSender;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract.Arrival;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka. */
record KafkaWire(String address) implements Wire {
    @Override
    public String place() throws Exception {
        return topic(1);
    }

    String topic(int partitions) throws Exception {
        String name = Wire.fresh("points");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        }
        return name;
    }

    @Override
    public MessageSender sender() {
        return KafkaSender.with(Map.of("bootstrap.servers", address));
    }

    @Override
    public KafkaInbox consume(String place, Inbox inbox) {
        return consume(place, inbox, Map.of());
    }

    KafkaInbox consume(String place, Inbox inbox, Map<String, ?> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", address);
        properties.put("session.timeout.ms", 6_000);
        properties.put("heartbeat.interval.ms", 500);
        KafkaInbox started = KafkaInbox.with(properties, inbox, place);
        started.start();
        return started;
    }

    /** The ids of a group's members, new ones for those that left and came back. */
    Set<String> members(String group) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                    .map(member -> member.consumerId())
                    .collect(Collectors.toSet());
        }
    }

    @Override
    public String placeForAnotherGroup(String place) {
        return place;
    }

    @Override
    public List<String> deadLetters(String place, String group) {
        List<String> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", address, "group.id", Wire.fresh("dead"), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(place + "-dlt"));
            long deadline = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            while (found.isEmpty() && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    Header reason = each.headers().lastHeader("kafka_dlt-exception-message");
                    Header topic = each.headers().lastHeader("kafka_dlt-original-topic");
                    Header id = each.headers().lastHeader("yici-message-id");
                    if (reason.value().length > 0
                            && id.value().length > 0
                            && new String(topic.value(), StandardCharsets.UTF_8).equals(place)) {
                        found.add(new String(each.value(), StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return found;
    }

    @Override
    public List<Arrival> arrived(String place) {
        List<Arrival> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", address),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            TopicPartition only = new TopicPartition(place, 0);
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            long end = consumer.endOffsets(List.of(only)).get(only);
            while (consumer.position(only) < end) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    Map<String, String> headers = new HashMap<>();
                    each.headers()
                            .forEach(header ->
                                    headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
                    found.add(new Arrival(
                            headers.get("yici-message-id"),
                            headers.get("yici-ordering-key"),
                            headers.get("content-type"),
                            headers,
                            each.value()));
                }
            }
        }
        return found;
    }
}

package io.yici.messaging.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The consumer's properties: those given, checked, and ours where nothing was said. */
record ConsumerSettings(Map<String, Object> properties) {
    private static final Set<String> OURS =
            Set.of(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

    static ConsumerSettings of(Map<String, ?> given, String group) {
        if ("true".equals(String.valueOf(given.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)))) {
            throw new IllegalArgumentException(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG
                    + "=true commits offsets of messages that are not done: they would be lost. Remove it.");
        }
        for (String name : OURS) {
            if (given.containsKey(name)) {
                throw new IllegalArgumentException(name + " is not yours to set here: payloads are bytes. Remove it.");
            }
        }
        Map<String, Object> properties = new HashMap<>();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, ConsumerConfig.DEFAULT_MAX_POLL_RECORDS);
        properties.putAll(given);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new ConsumerSettings(Map.copyOf(properties));
    }

    String group() {
        return String.valueOf(properties.get(ConsumerConfig.GROUP_ID_CONFIG));
    }

    int mostPerPoll() {
        return Integer.parseInt(String.valueOf(properties.get(ConsumerConfig.MAX_POLL_RECORDS_CONFIG)));
    }

    /** How to reach the same cluster as a producer: addresses and security are named alike. */
    Map<String, Object> producerProperties() {
        Map<String, Object> shared = new HashMap<>();
        properties.forEach((name, value) -> {
            if (name.equals(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                    || name.startsWith("security.")
                    || name.startsWith("sasl.")
                    || name.startsWith("ssl.")) {
                shared.put(name, value);
            }
        });
        shared.put(ProducerConfig.ACKS_CONFIG, "all");
        shared.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        return shared;
    }
}

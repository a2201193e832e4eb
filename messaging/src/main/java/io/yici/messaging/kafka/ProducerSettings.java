package io.yici.messaging.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The producer's properties: those given, checked, and ours where nothing was said. */
record ProducerSettings(Map<String, Object> properties, Duration deliveryTimeout) {
    private static final Map<String, Object> UNLESS_SAID = Map.of(
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000L);

    private static final Set<String> OURS = Set.of(
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG);

    private static final int MOST_IN_FLIGHT = 5;

    static ProducerSettings of(Map<String, ?> given) {
        demand(given, ProducerConfig.ACKS_CONFIG, Set.of("all", "-1"));
        demand(given, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, Set.of("true"));
        demand(given, ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, Set.of("false"));
        for (String name : OURS) {
            if (given.containsKey(name)) {
                throw new IllegalArgumentException(name + " is not yours to set here. Remove it.");
            }
        }
        if (number(given, ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1) > MOST_IN_FLIGHT) {
            throw new IllegalArgumentException(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION
                    + " must be at most " + MOST_IN_FLIGHT + ", or order is lost when one is sent again.");
        }
        if (number(given, ProducerConfig.RETRIES_CONFIG, 1) == 0) {
            throw new IllegalArgumentException(ProducerConfig.RETRIES_CONFIG + " must not be 0. Remove it.");
        }
        Map<String, Object> properties = new HashMap<>(UNLESS_SAID);
        properties.putAll(given);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        long timeout = number(properties, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 0)
                + number(properties, ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        return new ProducerSettings(Map.copyOf(properties), Duration.ofMillis(timeout));
    }

    private static void demand(Map<String, ?> given, String name, Set<String> allowed) {
        Object value = given.get(name);
        if (value != null && !allowed.contains(value.toString())) {
            throw new IllegalArgumentException(
                    name + "=" + value + " would lose, repeat or reorder messages unseen." + " Remove it.");
        }
    }

    private static long number(Map<String, ?> given, String name, long otherwise) {
        Object value = given.get(name);
        return value == null ? otherwise : Long.parseLong(value.toString().trim());
    }
}

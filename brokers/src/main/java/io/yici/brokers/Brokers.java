package io.yici.brokers;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The brokers that tests of a JVM share, each class under its own topic, exchange and queue names. One starts when
 * first asked for, or is named by {@code YICI_TEST_KAFKA} (bootstrap servers), {@code YICI_TEST_AMQP_URL} or
 * {@code YICI_TEST_ROCKETMQ} (name server). Tests that crash or freeze a broker start their own. Thread safe.
 */
public final class Brokers {
    private static final Shared KAFKA =
            new Shared("YICI_TEST_KAFKA", () -> KafkaBroker.start().bootstrapServers(), System.getenv());
    private static final Shared RABBITMQ =
            new Shared("YICI_TEST_AMQP_URL", () -> RabbitBroker.start().amqpUrl(), System.getenv());
    private static final Shared ROCKETMQ =
            new Shared("YICI_TEST_ROCKETMQ", () -> RocketBroker.start().nameServer(), System.getenv());

    private Brokers() {}

    /** Such as {@code 127.0.0.1:9092}. */
    public static String kafka() {
        return KAFKA.get();
    }

    /** Such as {@code amqp://guest:guest@127.0.0.1:5672}. */
    public static String rabbitmq() {
        return RABBITMQ.get();
    }

    /** The name server, such as {@code 127.0.0.1:9876}. */
    public static String rocketmq() {
        return ROCKETMQ.get();
    }

    /**
     * What this machine lacks to test with the shared RabbitMQ, in a sentence that says what to install; empty if
     * nothing. The other brokers come from Maven.
     */
    public static Optional<String> missingRabbitmq() {
        return RABBITMQ.isNamed() ? Optional.empty() : RabbitBroker.missing();
    }

    /** Finds or starts a broker once; what went wrong the first time is not tried again. */
    static final class Shared {
        private final String named;
        private final Supplier<String> start;
        private @Nullable String address;
        private @Nullable RuntimeException failure;

        Shared(String variable, Supplier<String> start, Map<String, String> environment) {
            this.named = environment.getOrDefault(variable, "");
            this.start = start;
        }

        boolean isNamed() {
            return !named.isBlank();
        }

        synchronized String get() {
            if (failure != null) {
                throw failure;
            }
            String known = address;
            if (known == null) {
                known = isNamed() ? named : started();
                address = known;
            }
            return known;
        }

        private String started() {
            try {
                return start.get();
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
    }
}

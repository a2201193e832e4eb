package io.yici.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BrokersTest {
    @Test
    void namedBrokerIsUsedInsteadOfOurs() {
        Brokers.Shared shared = new Brokers.Shared(
                "YICI_TEST_KAFKA",
                () -> {
                    throw new IllegalStateException("started");
                },
                Map.of("YICI_TEST_KAFKA", "kafka.example:9092"));
        assertThat(shared.get()).isEqualTo("kafka.example:9092");
    }

    @Test
    void whatFailedOnceIsNotTriedAgain() {
        AtomicInteger starts = new AtomicInteger();
        Brokers.Shared shared = new Brokers.Shared(
                "YICI_TEST_KAFKA",
                () -> {
                    starts.incrementAndGet();
                    throw new IllegalStateException("no memory");
                },
                Map.of());
        assertThatThrownBy(shared::get).hasMessage("no memory");
        assertThatThrownBy(shared::get).hasMessage("no memory");
        assertThat(starts).hasValue(1);
    }
}

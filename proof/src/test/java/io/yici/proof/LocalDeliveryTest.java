package io.yici.proof;

import static io.yici.proof.Mailroom.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Inbox;
import io.yici.inbox.LocalDelivery;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Messages go to inboxes of the same process as they would through a broker: case I5. */
class LocalDeliveryTest {
    @Test
    void itIsDeliveredWhenEveryInboxOfTheDestinationIsDone() throws Exception {
        try (Mailroom mailroom = Mailroom.open(new Ground(TestDatabase.SQLITE, Ground.Level.OWN))) {
            AtomicInteger calls = new AtomicInteger();
            Inbox points = mailroom.inbox();
            Inbox shipping = mailroom.yici.inbox(subscription("shipping", message -> {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("not yet");
                }
                mailroom.apply(message);
            }));
            try (LocalDelivery delivery = LocalDelivery.to(Map.of("orders", List.of(points, shipping)))) {
                assertThat(send(delivery, "orders")).isInstanceOf(SendResult.Refused.class);
                assertThat(send(delivery, "orders")).isEqualTo(new SendResult.Delivered());
                assertThat(send(delivery, "orders")).isEqualTo(new SendResult.Delivered());
                assertThat(send(delivery, "elsewhere")).isInstanceOf(SendResult.Refused.class);
            }
            assertThat(mailroom.effects()).containsExactly("id-1", "id-1");
        }
    }

    private static SendResult send(LocalDelivery delivery, String destination) throws Exception {
        return delivery.send(new StoredMessage(
                        1,
                        "id-1",
                        destination,
                        "order-7",
                        "application/json",
                        Map.of(),
                        "{}".getBytes(StandardCharsets.UTF_8),
                        System.currentTimeMillis(),
                        0))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }
}

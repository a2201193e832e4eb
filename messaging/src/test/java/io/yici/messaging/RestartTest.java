package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.brokers.KafkaBroker;
import io.yici.brokers.RabbitBroker;
import io.yici.brokers.RocketBroker;
import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.services.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker that crashes and comes back, in the middle of everything. */
class RestartTest {
    private static final int MESSAGES = 60;

    static List<Kind> kinds() {
        return Kind.present();
    }

    /** O18: no message is refused, so no try is counted. O19: what was delivered stays delivered. */
    @ParameterizedTest
    @MethodSource("kinds")
    void crashedBrokerLosesNothingAndBurnsNoTries(Kind kind) throws Exception {
        String group = Wire.fresh("points");
        List<String> all = new ArrayList<>();
        try (Own own = Own.of(kind);
                Points points = new Points(TestDatabase.POSTGRESQL)) {
            Wire wire = kind.at(own.address());
            String place = wire.place();
            try (MessageSender sender = wire.sender();
                    var consumer = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                for (int i = 0; i < MESSAGES; i++) {
                    if (i == MESSAGES / 2) {
                        own.crash().run();
                        assertThat(Sent.tried(sender, Sent.message(place, "m-" + i, "k")))
                                .isInstanceOf(SendResult.Unreachable.class);
                        own.restart().run();
                    }
                    all.add("m-" + i);
                    Sent.delivered(sender, Sent.message(place, "m-" + i, "k"));
                }
                Await.until("all are booked", () -> new LinkedHashSet<>(points.booked(group)).containsAll(all));
            }
            assertThat(points.booked(group)).containsExactlyElementsOf(all);
        }
    }

    /** A broker of this test alone. */
    private record Own(String address, Runnable crash, Runnable restart, Runnable stop) implements AutoCloseable {
        static Own of(Kind kind) {
            switch (kind) {
                case KAFKA -> {
                    KafkaBroker broker = KafkaBroker.start();
                    return new Own(broker.bootstrapServers(), broker::crash, broker::restart, broker::close);
                }
                case RABBITMQ -> {
                    RabbitBroker broker = RabbitBroker.start();
                    return new Own(broker.amqpUrl(), broker::crash, broker::restart, broker::close);
                }
                default -> {
                    RocketBroker broker = RocketBroker.start();
                    return new Own(broker.nameServer(), broker::crash, broker::restart, broker::close);
                }
            }
        }

        @Override
        public void close() {
            stop.run();
        }
    }
}

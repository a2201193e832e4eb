package io.yici.messaging;

import io.yici.brokers.Brokers;
import io.yici.inbox.Inbox;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A broker, by the binding under test. */
interface Wire {
    /** Makes a topic or a queue with a name of its own. */
    String place() throws Exception;

    MessageSender sender() throws Exception;

    /** A started consumer. */
    AutoCloseable consume(String place, Inbox inbox) throws Exception;

    /** The same where no message has an order; another way only where the binding has one. */
    default AutoCloseable consumeUnordered(String place, Inbox inbox) throws Exception {
        return consume(place, inbox);
    }

    /** A consumer of its own group: of a copy of each message. Queues: a queue bound to what is sent to. */
    String placeForAnotherGroup(String place) throws Exception;

    /** How many dead letters of that group and place are where the broker keeps them. */
    List<String> deadLetters(String place, String group) throws Exception;

    /** What the broker holds for a place, read by a client of the test's own. */
    List<Arrival> arrived(String place) throws Exception;

    /** The brokers there are. */
    enum Kind {
        KAFKA,
        RABBITMQ,
        ROCKETMQ;

        Wire shared() throws Exception {
            return at(sharedAddress());
        }

        String sharedAddress() {
            return switch (this) {
                case KAFKA -> Brokers.kafka();
                case RABBITMQ -> Brokers.rabbitmq();
                case ROCKETMQ -> Brokers.rocketmq();
            };
        }

        Wire at(String address) throws Exception {
            return switch (this) {
                case KAFKA -> new KafkaWire(address);
                case RABBITMQ -> new RabbitWire(address);
                case ROCKETMQ -> new RocketWire(address);
            };
        }

        /** Leaves out RabbitMQ, loudly, where it is not installed; under CI nothing is left out, so that it fails. */
        static List<Kind> present() {
            List<Kind> present = new ArrayList<>(List.of(values()));
            Optional<String> missing = Brokers.missingRabbitmq();
            if (missing.isPresent() && !"true".equals(System.getenv("CI"))) {
                System.err.println("NOT TESTED ON RABBITMQ: " + missing.get());
                present.remove(RABBITMQ);
            }
            return present;
        }
    }

    static String fresh(String hint) {
        return hint + "-" + UUID.randomUUID().toString().substring(0, 8);
    }
}

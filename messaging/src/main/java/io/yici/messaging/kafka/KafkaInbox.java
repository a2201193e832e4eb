package io.yici.messaging.kafka;

import io.yici.inbox.Inbox;
import io.yici.messaging.internal.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads topics into an {@link Inbox}, by a consumer of its own on a thread of its own: what one poll brings is handled
 * together, and offsets are committed after it. A message that is to come later stops its partition until then: the
 * partition is paused and read again from that message, while the consumer goes on polling and so stays in its group.
 *
 * <p>Dead letters go to the topic's name with {@code -dlt} behind it, with their headers and the reason, before the
 * offset is committed. Start several, here or elsewhere, for more at once. Handling what one poll brought must take
 * less than {@code max.poll.interval.ms}; else others get the messages too, which the inbox notices. Without ordering
 * keys a message that is to come later stops its partition just the same.
 */
public final class KafkaInbox implements AutoCloseable {
    private static final String SUFFIX = "-dlt";

    private final ConsumerSettings settings;
    private final Inbox inbox;
    private final List<String> topics;
    private final String suffix;
    private final Reading reading = new Reading();

    private KafkaInbox(ConsumerSettings settings, Inbox inbox, List<String> topics, String suffix) {
        this.settings = settings;
        this.inbox = inbox;
        this.topics = topics;
        this.suffix = suffix;
    }

    /**
     * With properties of Kafka's consumer; {@code bootstrap.servers} at least. Unless said, {@code group.id} is the
     * subscription's group, {@code auto.offset.reset} is earliest and {@code isolation.level} is read_committed.
     *
     * @throws IllegalArgumentException for properties that would commit offsets by themselves
     */
    public static KafkaInbox with(Map<String, ?> properties, Inbox inbox, String... topics) {
        if (topics.length == 0) {
            throw new IllegalArgumentException("topics must not be empty");
        }
        ConsumerSettings settings =
                ConsumerSettings.of(properties, inbox.subscription().group());
        return new KafkaInbox(settings, inbox, List.copyOf(Arrays.asList(topics)), SUFFIX);
    }

    /** Another end for the names of dead-letter topics, such as {@code .DLT}. */
    public KafkaInbox deadLettersTo(String suffix) {
        if (suffix.isEmpty()) {
            throw new IllegalArgumentException("suffix must not be empty: dead letters would come back at once");
        }
        return new KafkaInbox(settings, inbox, topics, Objects.requireNonNull(suffix, "suffix"));
    }

    /** Joins the group, on a thread of its own. */
    public void start() {
        reading.start("yici-kafka-" + inbox.subscription().operation(), this::loop);
    }

    private KafkaLoop loop() {
        return new KafkaLoop(
                new KafkaConsumer<>(settings.properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                inbox,
                topics,
                new DeadLetterTopic(settings.producerProperties(), suffix, settings.group()),
                settings.mostPerPoll());
    }

    /** Whether it reads; false too when an error of the virtual machine has ended it. */
    public boolean isRunning() {
        return reading.isRunning();
    }

    /** Finishes what is being handled, commits its offsets and leaves the group; waits for it 30 seconds at most. */
    @Override
    public void close() {
        reading.end();
    }
}

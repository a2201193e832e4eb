package io.yici.messaging.kafka;

import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Tells what Kafka has against a message from what it has against us. */
final class Refusals {
    private static final List<Class<? extends Exception>> OF_A_MESSAGE = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            InvalidTopicException.class,
            TopicAuthorizationException.class,
            SerializationException.class,
            InvalidRecordException.class,
            InvalidTimestampException.class,
            PolicyViolationException.class);

    private Refusals() {}

    static boolean isOfTheMessage(Exception failure) {
        return OF_A_MESSAGE.stream().anyMatch(kind -> kind.isInstance(failure));
    }
}

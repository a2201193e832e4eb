package io.yici.spring.service;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Tells methods that receive messages, and what in their parameters is the message. By name: no broker need be there.
 */
final class Listeners {
    private static final List<String> MARKERS = List.of(
            "org.springframework.kafka.annotation.KafkaListener",
            "org.springframework.kafka.annotation.KafkaHandler",
            "org.springframework.amqp.rabbit.annotation.RabbitListener",
            "org.springframework.amqp.rabbit.annotation.RabbitHandler");

    private static final String RETRYABLE = "org.springframework.kafka.annotation.RetryableTopic";

    private static final String HEADER = "org.springframework.messaging.handler.annotation.Header";

    /** Parameters that are about the delivery, not the message. */
    private static final Set<String> APPARATUS = Set.of(
            "com.rabbitmq.client.Channel",
            "org.apache.kafka.clients.consumer.Consumer",
            "org.springframework.amqp.core.MessageProperties",
            "org.springframework.kafka.listener.adapter.ConsumerRecordMetadata",
            "org.springframework.kafka.support.Acknowledgment",
            "org.springframework.messaging.MessageHeaders");

    /** Headers and properties that are new with every sending or delivery. */
    private static final Set<String> OF_THE_BROKER = Set.of(
            "amqp_consumertag",
            "amqp_deliverytag",
            "id",
            "kafka_offset",
            "kafka_receivedpartitionid",
            "kafka_receivedtimestamp",
            "timestamp");

    private static final Pattern POSITION =
            Pattern.compile("\\b(offset|partition|deliverytag|consumertag|timestamp)\\b|\\bget(offset|deliverytag)\\b");
    private static final Pattern VARIABLE = Pattern.compile("#(\\w+)");

    private Listeners() {}

    static boolean isListener(Method method) {
        return MARKERS.stream().anyMatch(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)::isPresent);
    }

    /** The positions of the parameters that carry the message itself. */
    static List<Integer> content(Method method) {
        Parameter[] all = method.getParameters();
        return IntStream.range(0, all.length)
                .filter(index -> !isHeader(all[index])
                        && !APPARATUS.contains(all[index].getType().getName()))
                .boxed()
                .toList();
    }

    private static boolean isHeader(Parameter parameter) {
        MergedAnnotations on = MergedAnnotations.from(parameter);
        return on.isPresent(HEADER) || on.isPresent(HEADER + "s");
    }

    /** Adds what is wrong with a listener beyond what is wrong with any guarded method. */
    static void check(Declaration declaration, List<String> problems) {
        String key = declaration.marker().key();
        if (key.isBlank()) {
            problems.add(declaration.title() + " is an @Idempotent listener without a key. Write what tells one event"
                    + " from another in the business: key = \"#event.id\".");
        }
        String broker = ofTheBroker(declaration.method(), key);
        if (broker != null) {
            problems.add(
                    declaration.title() + " takes " + broker + " for its key, which is the broker's own and another"
                            + " one when the same event is sent again. Take the id of the event in the business, or the header"
                            + " that its sender sets: key = \"#event.id\".");
        }
        if (content(declaration.method()).isEmpty()
                && declaration.marker().fingerprint().isBlank()) {
            problems.add(
                    declaration.title() + " has no parameter with the message's content, so that a repeat could not"
                            + " be compared. Add one, or name what matters by fingerprint = \"…\".");
        }
        if (Stream.of(declaration.method(), declaration.beanClass())
                .anyMatch(place -> MergedAnnotations.from(place, SearchStrategy.TYPE_HIERARCHY)
                        .isPresent(RETRYABLE))) {
            problems.add(
                    declaration.title() + " is @RetryableTopic too, which would count a message that is in progress"
                            + " elsewhere as failed. Remove it, and let a DefaultErrorHandler with a back-off and a"
                            + " DeadLetterPublishingRecoverer retry.");
        }
    }

    private static @Nullable String ofTheBroker(Method method, String key) {
        Parameter[] parameters = method.getParameters();
        String @Nullable [] names = new DefaultParameterNameDiscoverer().getParameterNames(method);
        Matcher used = VARIABLE.matcher(key);
        while (used.find()) {
            for (int i = 0; i < parameters.length; i++) {
                boolean meant = used.group(1).matches("[ap]" + i) || (names != null && names[i].equals(used.group(1)));
                if (meant && (isBrokerHeader(parameters[i]) || isPosition(parameters[i], key))) {
                    return used.group();
                }
            }
        }
        return null;
    }

    private static boolean isBrokerHeader(Parameter parameter) {
        MergedAnnotation<?> header = MergedAnnotations.from(parameter).get(HEADER);
        return header.isPresent()
                && OF_THE_BROKER.contains(header.getString("name").toLowerCase(Locale.ROOT));
    }

    private static boolean isPosition(Parameter parameter, String key) {
        String type = parameter.getType().getName();
        return (type.startsWith("org.apache.kafka.")
                        || type.startsWith("org.springframework.kafka.")
                        || type.startsWith("org.springframework.amqp.")
                        || type.startsWith("org.springframework.messaging."))
                && POSITION.matcher(key.toLowerCase(Locale.ROOT)).find();
    }
}

package io.yici.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonLoggingErrorHandler;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/** I12, B43: a listener whose container could not keep the promise keeps the application from starting. */
class KafkaStartTest {
    private static final BiConsumer<ConcurrentKafkaListenerContainerFactory<Object, Object>, Map<String, Object>>
            PLAIN = (factory, consumer) -> {};

    @Test
    void aPlainListenerIsLetIn() {
        assertThat(problems(Plain.class, PLAIN)).isEmpty();
        assertThat(problems(OfAClass.class, PLAIN)).isEmpty();
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void whereFailingMessagesWouldBeSkippedItIsSaid(CapturedOutput output) {
        assertThat(problems(
                        Plain.class, (factory, consumer) -> factory.setCommonErrorHandler(new DefaultErrorHandler())))
                .isEmpty();
        assertThat(output).doesNotContain("no error handler of its own");
        assertThat(problems(Plain.class, PLAIN)).isEmpty();
        assertThat(output).contains("no error handler of its own").contains("DeadLetterPublishingRecoverer");
    }

    @Test
    void anUnguardedListenerIsNoneOfOurBusiness() {
        assertThat(problems(
                        Unguarded.class,
                        (factory, consumer) -> factory.getContainerProperties().setAckMode(AckMode.MANUAL)))
                .isEmpty();
    }

    static Stream<Arguments> containers() {
        return Stream.of(
                refused((factory, consumer) -> factory.getContainerProperties().setAckMode(AckMode.MANUAL), "RECORD"),
                refused(
                        (factory, consumer) -> factory.getContainerProperties().setAsyncAcks(true),
                        "Set asyncAcks to false"),
                refused((factory, consumer) -> consumer.put("enable.auto.commit", true), "enable.auto.commit to false"),
                refused((factory, consumer) -> factory.setBatchListener(true), "Subscription"),
                refused(
                        (factory, consumer) -> factory.setCommonErrorHandler(new CommonLoggingErrorHandler()),
                        "DefaultErrorHandler"),
                refused(
                        (factory, consumer) -> factory.getContainerProperties()
                                .setKafkaAwareTransactionManager(new KafkaTransactionManager<>(transactional())),
                        "Kafka transaction"),
                refused(
                        (factory, consumer) -> factory.getContainerProperties()
                                .setTransactionManager(new JdbcTransactionManager(
                                        new DriverManagerDataSource("jdbc:h2:mem:elsewhere"))),
                        "another data source"));
    }

    private static DefaultKafkaProducerFactory<String, String> transactional() {
        DefaultKafkaProducerFactory<String, String> factory =
                new DefaultKafkaProducerFactory<>(Map.of(), new StringSerializer(), new StringSerializer());
        factory.setTransactionIdPrefix("points-");
        return factory;
    }

    private static Arguments refused(
            BiConsumer<ConcurrentKafkaListenerContainerFactory<Object, Object>, Map<String, Object>> change,
            String remedy) {
        return Arguments.of(change, remedy);
    }

    @ParameterizedTest
    @MethodSource("containers")
    void aContainerThatCouldNotKeepThePromiseIsRefused(
            BiConsumer<ConcurrentKafkaListenerContainerFactory<Object, Object>, Map<String, Object>> change,
            String remedy) {
        for (Class<?> bean : List.of(Plain.class, OfAClass.class)) {
            assertThat(problems(bean, change))
                    .singleElement()
                    .asString()
                    .startsWith(bean.getSimpleName() + ".")
                    .contains(remedy);
        }
    }

    @ParameterizedTest
    @MethodSource("declarations")
    void aListenerThatCouldNotTellItsEventsApartIsRefused(Class<?> bean, String remedy) {
        assertThat(problems(bean, PLAIN))
                .singleElement()
                .asString()
                .startsWith(bean.getSimpleName() + ".")
                .contains(remedy);
    }

    static Stream<Arguments> declarations() {
        return Stream.of(
                Arguments.of(NoKey.class, "key = \"#event.id\""),
                Arguments.of(OffsetHeader.class, "another one when the same event is sent again"),
                Arguments.of(OffsetOfRecord.class, "another one when the same event is sent again"),
                Arguments.of(WholeRecord.class, "fingerprint ="),
                Arguments.of(NoGroup.class, "Set groupId"),
                Arguments.of(Retryable.class, "DeadLetterPublishingRecoverer"),
                Arguments.of(RetryableClass.class, "DeadLetterPublishingRecoverer"),
                Arguments.of(OfAnotherManager.class, "manages another data source"));
    }

    private static List<String> problems(
            Class<?> bean,
            BiConsumer<ConcurrentKafkaListenerContainerFactory<Object, Object>, Map<String, Object>> change) {
        List<String> problems = new ArrayList<>();
        runner(bean, change).run(context -> {
            Throwable failure = context.getStartupFailure();
            while (failure != null && !(failure instanceof SetupException)) {
                assertThat(failure.getCause()).as("%s", failure).isNotNull();
                failure = failure.getCause();
            }
            if (failure instanceof SetupException refused) {
                problems.addAll(refused.problems());
            }
        });
        return problems;
    }

    /** Containers are made, and not started: no broker is needed. */
    private static ApplicationContextRunner runner(
            Class<?> bean,
            BiConsumer<ConcurrentKafkaListenerContainerFactory<Object, Object>, Map<String, Object>> change) {
        Map<String, Object> consumer = new HashMap<>(Map.of(
                "bootstrap.servers",
                "127.0.0.1:1",
                "key.deserializer",
                StringDeserializer.class,
                "value.deserializer",
                StringDeserializer.class));
        ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        change.accept(factory, consumer);
        factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(consumer));
        factory.setAutoStartup(false);
        return Applications.onH2()
                .withUserConfiguration(Kafka.class, bean)
                .withBean(
                        "kafkaListenerContainerFactory", ConcurrentKafkaListenerContainerFactory.class, () -> factory);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableKafka
    static class Kafka {}

    static class Plain {
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    @KafkaListener(topics = "events", groupId = "points")
    static class OfAClass {
        @KafkaHandler
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}

        @KafkaHandler
        public void other(Integer event) {}
    }

    static class Unguarded {
        @KafkaListener(topics = "events", groupId = "points")
        public void book(String event) {}
    }

    static class NoKey {
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book")
        public void book(String event) {}
    }

    static class OffsetHeader {
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book", key = "#position")
        public void book(String event, @Header(KafkaHeaders.OFFSET) long position) {}
    }

    static class OffsetOfRecord {
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book", key = "#record.offset()", fingerprint = "#record.value()")
        public void book(ConsumerRecord<String, String> record) {}
    }

    static class WholeRecord {
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book", key = "#record.key()")
        public void book(ConsumerRecord<String, String> record) {}
    }

    /** What spring-kafka needs of its own for retry topics. */
    @Configuration(proxyBeanMethods = false)
    static class RetryTopics {
        @Bean
        KafkaTemplate<String, String> defaultRetryTopicKafkaTemplate() {
            return new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(
                    Map.of("bootstrap.servers", "127.0.0.1:1"), new StringSerializer(), new StringSerializer()));
        }

        @Bean
        TaskScheduler scheduler() {
            return new ThreadPoolTaskScheduler();
        }
    }

    @Import(RetryTopics.class)
    static class Retryable {
        @RetryableTopic
        @KafkaListener(topics = "events", groupId = "points")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    @Import(RetryTopics.class)
    @RetryableTopic
    @KafkaListener(topics = "events", groupId = "points")
    static class RetryableClass {
        @KafkaHandler
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    /** Its handler commits in one database, and the record would in another. */
    static class OfAnotherManager {
        @Bean
        @Primary
        static PlatformTransactionManager records(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        static PlatformTransactionManager elsewhere() {
            return new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:elsewhere"));
        }

        @KafkaListener(topics = "events", groupId = "points")
        @Transactional("elsewhere")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    static class NoGroup {
        @KafkaListener(topics = "events")
        @Idempotent(operation = "points.book", key = "#event")
        public void book(String event) {}
    }
}

package io.yici.spring.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.handler.annotation.Header;

/** I12, B43: a listener whose container could not keep the promise keeps the application from starting. */
class RabbitStartTest {
    @Test
    void aPlainListenerIsLetIn() {
        assertThat(problems(Plain.class, factory -> {})).isEmpty();
        assertThat(problems(OfAClass.class, factory -> {})).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("containers")
    void aContainerThatCouldNotKeepThePromiseIsRefused(
            Consumer<SimpleRabbitListenerContainerFactory> change, String remedy) {
        for (Class<?> bean : List.of(Plain.class, OfAClass.class)) {
            assertThat(problems(bean, change))
                    .singleElement()
                    .asString()
                    .startsWith(bean.getSimpleName() + ".")
                    .contains(remedy);
        }
    }

    static Stream<Arguments> containers() {
        return Stream.of(
                refused(factory -> factory.setAcknowledgeMode(AcknowledgeMode.NONE), "mode to AUTO"),
                refused(factory -> factory.setAcknowledgeMode(AcknowledgeMode.MANUAL), "mode to AUTO"),
                refused(
                        factory -> {
                            factory.setChannelTransacted(true);
                            factory.setTransactionManager(
                                    new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:elsewhere")));
                        },
                        "another data source"));
    }

    private static Arguments refused(Consumer<SimpleRabbitListenerContainerFactory> change, String remedy) {
        return Arguments.of(change, remedy);
    }

    @Test
    void wholeBatchesAreRefused() {
        assertThat(problems(InBatches.class, factory -> factory.setBatchListener(true)))
                .singleElement()
                .asString()
                .contains("Subscription");
    }

    @Test
    void theDeliveryTagIsNoKey() {
        assertThat(problems(ByTag.class, factory -> {}))
                .singleElement()
                .asString()
                .contains("another one when the same event is sent again");
    }

    private static List<String> problems(Class<?> bean, Consumer<SimpleRabbitListenerContainerFactory> change) {
        SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
        factory.setConnectionFactory(new CachingConnectionFactory("127.0.0.1", 1));
        factory.setAutoStartup(false);
        change.accept(factory);
        List<String> problems = new ArrayList<>();
        Applications.onH2()
                .withUserConfiguration(Rabbit.class, bean)
                .withBean("rabbitListenerContainerFactory", SimpleRabbitListenerContainerFactory.class, () -> factory)
                .run(context -> {
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

    @Configuration(proxyBeanMethods = false)
    @EnableRabbit
    static class Rabbit {}

    static class Plain {
        @RabbitListener(queues = "points")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    @RabbitListener(queues = "points")
    static class OfAClass {
        @RabbitHandler
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {}
    }

    static class InBatches {
        @RabbitListener(queues = "points")
        @Idempotent(operation = "points.book", key = "#events")
        public void book(List<String> events) {}
    }

    static class ByTag {
        @RabbitListener(queues = "points")
        @Idempotent(operation = "points.book", key = "#tag")
        public void book(String event, @Header(AmqpHeaders.DELIVERY_TAG) long tag) {}
    }
}

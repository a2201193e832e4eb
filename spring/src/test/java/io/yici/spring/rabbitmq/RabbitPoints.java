package io.yici.spring.rabbitmq;

import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.messaging.handler.annotation.Header;

/** An application that books points for events; what cannot be handled goes to a queue of dead letters. */
@Configuration(proxyBeanMethods = false)
@Import(RabbitBroker.class)
@EnableRabbit
class RabbitPoints {
    @Bean
    Queue queue(@Value("${test.queue}") String name) {
        return RabbitBroker.queue(name, name);
    }

    @Bean
    SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(ConnectionFactory connections, Ledger ledger) {
        SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
        factory.setConnectionFactory(connections);
        factory.setConcurrentConsumers(2);
        factory.setAdviceChain((MethodInterceptor) delivery -> watched(delivery, ledger));
        return factory;
    }

    /** The application's own advice, where retries would be. */
    private static @Nullable Object watched(MethodInvocation delivery, Ledger ledger) throws Throwable {
        try {
            return delivery.proceed();
        } catch (Exception thrown) {
            ledger.ran("advice saw "
                    + NestedExceptionUtils.getMostSpecificCause(thrown)
                            .getClass()
                            .getSimpleName());
            throw thrown;
        }
    }

    @Bean
    Events events() {
        return new Events();
    }

    @Bean
    Booking booking(OrderTable rows, Ledger ledger) {
        return new Booking(rows, ledger);
    }

    /** The business. An event says what is to go wrong at its first run. */
    static class Booking {
        private final OrderTable rows;
        private final Ledger ledger;

        Booking(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        @RabbitListener(queues = "${test.queue}")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {
            ledger.ran(id);
            rows.insert(id, "points");
            if (ledger.runsOf(id) == 1 && event.equals("fails")) {
                throw new IllegalStateException("the first try fails");
            }
        }
    }
}

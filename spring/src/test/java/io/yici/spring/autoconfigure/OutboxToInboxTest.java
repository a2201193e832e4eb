package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.yici.inbox.Inbox;
import io.yici.inbox.LocalDelivery;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.Subscription;
import io.yici.outbox.DeadLetter;
import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.spring.Applications;
import io.yici.spring.Inboxes;
import io.yici.spring.OrderTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** From a transaction of Spring through the outbox into an inbox of the same application, without a broker. */
class OutboxToInboxTest {
    private final ApplicationContextRunner application = Applications.onH2()
            .withUserConfiguration(Points.class)
            .withPropertyValues(
                    "yici.outbox.poll-every=20ms",
                    "yici.outbox.backoff-from=5ms",
                    "yici.outbox.backoff-to=20ms",
                    "yici.outbox.tries=4",
                    "yici.inbox.poll-every=20ms");

    @Test
    void whatCommitsIsHandledOnceAndWhatRollsBackNever() {
        application.run(context -> {
            transaction(context).executeWithoutResult(status -> {
                publish(context, "undone", "alice");
                status.setRollbackOnly();
            });
            publish(context, "e1", "alice");
            publish(context, "e2", "alice");
            soon().until(() -> orders(context).equals(List.of("e1", "e2")) && rows(context, "yici_outbox") == 0);
            assertThat(rows(context, "yici_record")).isEqualTo(2);
        });
    }

    @Test
    void whatKeepsFailingIsParkedAndComesInItsOrderWhenItIsResent() {
        application.run(context -> {
            AtomicBoolean broken = context.getBean(AtomicBoolean.class);
            Inbox inbox = context.getBean(Inboxes.class).of("points.book");
            broken.set(true);
            publish(context, "e1", "alice");
            soon().until(() ->
                    inbox.parked().list(10).stream().anyMatch(parked -> parked.state() == ParkedMessage.State.PARKED));
            publish(context, "e2", "alice");
            soon().until(() -> rows(context, "yici_outbox") == 0);
            assertThat(orders(context)).isEmpty();
            broken.set(false);
            publish(context, "e3", "bob");
            soon().until(() -> orders(context).equals(List.of("e3")));

            ParkedMessage parked = inbox.parked().list(10).get(0);
            assertThat(inbox.parked().resend(parked.id(), "carol", "the account is there now"))
                    .isTrue();
            soon().until(() -> orders(context).equals(List.of("e3", "e1", "e2")));
            assertThat(inbox.parked().list(10)).isEmpty();
        });
    }

    @Test
    void whatNobodyTakesIsADeadLetterOfTheOutbox() {
        application.run(context -> {
            Outbox outbox = context.getBean(Outbox.class);
            transaction(context)
                    .executeWithoutResult(status ->
                            outbox.publish(Message.to("nowhere", new byte[0]).id("lost")));
            soon().until(() -> outbox.deadLetters().find("lost").isPresent());
            DeadLetter dead = outbox.deadLetters().list(10).get(0);
            assertThat(dead.tries()).isEqualTo(4);
            assertThat(dead.reason()).contains("nowhere");
            assertThat(outbox.deadLetters().drop("lost", "carol", "a typing error"))
                    .isTrue();
            assertThat(rows(context, "yici_outbox")).isZero();
        });
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20));
    }

    private static TransactionTemplate transaction(ApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static void publish(ApplicationContext context, String id, String user) {
        transaction(context)
                .executeWithoutResult(status -> context.getBean(Outbox.class)
                        .publish(Message.to("orders", id.getBytes(StandardCharsets.UTF_8))
                                .id(id)
                                .orderedBy(user)));
    }

    private static List<String> orders(ApplicationContext context) {
        return context.getBean(JdbcClient.class)
                .sql("SELECT order_key FROM orders ORDER BY _ROWID_")
                .query(String.class)
                .list();
    }

    private static int rows(ApplicationContext context, String table) {
        return context.getBean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM " + table)
                .query(Integer.class)
                .single();
    }

    @Configuration(proxyBeanMethods = false)
    static class Points {
        @Bean
        AtomicBoolean broken() {
            return new AtomicBoolean();
        }

        @Bean
        Subscription points(OrderTable orders, AtomicBoolean broken) {
            return Subscription.named("points.book")
                    .group("points")
                    .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                    .handledBy(message -> {
                        orders.insert(new String(message.payload(), StandardCharsets.UTF_8), "points");
                        if (broken.get()) {
                            throw new IllegalStateException("no account");
                        }
                    })
                    .tries(2)
                    .retryAfter(Duration.ofMillis(1), Duration.ofMillis(5));
        }

        @Bean
        MessageSender delivery(Inboxes inboxes) {
            return LocalDelivery.to(Map.of("orders", inboxes.all()));
        }
    }
}

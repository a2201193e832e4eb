package io.yici.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.yici.MisuseException;
import io.yici.inbox.Inbox;
import io.yici.inbox.LocalDelivery;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.Subscription;
import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.spring.Inboxes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** From the outbox into an inbox of the same application on Spring Boot 3.5, under JPA's transaction manager. */
class MessagesTest {
    private ConfigurableApplicationContext application;
    private Outbox outbox;
    private JdbcClient jdbc;
    private TransactionTemplate transaction;

    @BeforeEach
    void start() {
        application = new SpringApplicationBuilder(Points.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "spring.main.banner-mode=off",
                        "yici.outbox.poll-every=1h",
                        "yici.inbox.poll-every=20ms")
                .run();
        outbox = application.getBean(Outbox.class);
        jdbc = application.getBean(JdbcClient.class);
        jdbc.sql("CREATE TABLE points (event VARCHAR(20) NOT NULL)").update();
        transaction = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void whatCommitsIsHandledOnceAndWhatRollsBackNever() {
        transaction.executeWithoutResult(status -> {
            publish("undone");
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(status -> {
            publish("e1");
            publish("e2");
        });
        soon().until(() -> points().equals(List.of("e1", "e2")));
        assertThatThrownBy(() -> publish("e3")).isInstanceOf(MisuseException.class);
    }

    @Test
    void whatIsParkedComesWhenItIsResent() {
        AtomicBoolean broken = application.getBean(AtomicBoolean.class);
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        broken.set(true);
        transaction.executeWithoutResult(status -> publish("e1"));
        soon().until(() -> inbox.parked().list(10).size() == 1);
        broken.set(false);
        ParkedMessage parked = inbox.parked().list(10).get(0);
        assertThat(parked.state()).isEqualTo(ParkedMessage.State.PARKED);
        assertThat(inbox.parked().resend(parked.id(), "carol", "the account is there now"))
                .isTrue();
        soon().until(() -> points().equals(List.of("e1")));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20));
    }

    private void publish(String event) {
        outbox.publish(Message.to("orders", event.getBytes(StandardCharsets.UTF_8))
                .id(event)
                .orderedBy("alice"));
    }

    private List<String> points() {
        return jdbc.sql("SELECT event FROM points ORDER BY event")
                .query(String.class)
                .list();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Points {
        @Bean
        AtomicBoolean broken() {
            return new AtomicBoolean();
        }

        @Bean
        Subscription points(JdbcClient jdbc, AtomicBoolean broken) {
            return Subscription.named("points.book")
                    .group("points")
                    .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                    .handledBy(message -> {
                        if (broken.get()) {
                            throw new IllegalStateException("no account");
                        }
                        jdbc.sql("INSERT INTO points (event) VALUES (?)")
                                .param(new String(message.payload(), StandardCharsets.UTF_8))
                                .update();
                    })
                    .tries(1);
        }

        @Bean
        MessageSender delivery(Inboxes inboxes) {
            return LocalDelivery.to(Map.of("orders", inboxes.all()));
        }
    }
}

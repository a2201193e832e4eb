package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.yici.MisuseException;
import io.yici.SetupException;
import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.outbox.RoutedSender;
import io.yici.spring.Applications;
import io.yici.spring.Outgoing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The outbox and its relay as beans: there, running, stopped in time, or refused. */
class OutboxTest {
    private final ApplicationContextRunner application =
            Applications.onH2().withPropertyValues("yici.outbox.poll-every=1h");

    @Test
    void withoutASenderThereIsAnOutboxAndNoRelay() {
        application.run(context -> {
            publish(context, "m1");
            assertThat(context).hasSingleBean(Outbox.class).doesNotHaveBean(RelayLifecycle.class);
            assertThat(rows(context)).isEqualTo(1);
        });
    }

    @Test
    void withASenderWhatIsPublishedIsSentAndDeleted() {
        application.withBean(Outgoing.class).run(context -> {
            publish(context, "m1");
            await().atMost(Duration.ofSeconds(20)).until(() -> rows(context) == 0);
            assertThat(context.getBean(Outgoing.class).sent()).containsExactly("m1");
        });
    }

    @Test
    void aContextThatIsStoppedAndStartedRelaysAgain() {
        application.withBean(Outgoing.class).run(context -> {
            RelayLifecycle relay = context.getBean(RelayLifecycle.class);
            context.getSourceApplicationContext().stop();
            assertThat(relay.isRunning()).isFalse();
            publish(context, "m1");
            assertThat(context.getBean(Outgoing.class).sent()).isEmpty();
            context.getSourceApplicationContext().start();
            assertThat(relay.isRunning()).isTrue();
            await().atMost(Duration.ofSeconds(20)).until(() -> rows(context) == 0);
        });
    }

    @Test
    void theRelayEndsWhileWebServerAndDataSourceAreThere() {
        AtomicReference<String> seen = new AtomicReference<>();
        Outgoing sender = new Outgoing();
        application
                .withBean(Outgoing.class, () -> sender)
                .withBean("seen", AtomicReference.class, () -> seen)
                .withBean(AtWebServersEnd.class)
                .run(context -> assertThat(seen).hasValue("started"));
        assertThat(seen).hasValue("relay runs: false, rows: 0, sender closed: false");
        assertThat(sender.closed()).isTrue();
    }

    /** Under JDBC's manager the connection still looks like one in a transaction then. */
    @Test
    void behindTheCommitPublishingIsRefused() {
        application.run(context -> {
            List<Throwable> refused = new ArrayList<>();
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCommit() {
                                    refused.add(catchThrowable(() -> context.getBean(Outbox.class)
                                            .publish(Message.to("orders", new byte[0])
                                                    .id("late"))));
                                }
                            }));
            assertThat(refused.get(0)).isInstanceOf(MisuseException.class).hasMessageContaining("committed already");
            assertThat(rows(context)).isZero();
            publish(context, "m1");
            assertThat(rows(context)).isEqualTo(1);
        });
    }

    @Test
    void itsPartsAreSwitchedOff() {
        application
                .withBean(Outgoing.class)
                .withPropertyValues("yici.outbox.relay=false")
                .run(context -> assertThat(context).hasSingleBean(Outbox.class).doesNotHaveBean(RelayLifecycle.class));
        application
                .withBean(Outgoing.class)
                .withPropertyValues("yici.outbox.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(Outbox.class).doesNotHaveBean(RelayLifecycle.class));
    }

    @Test
    void severalSendersAreRefusedUnlessOneLeadsToAll() {
        application
                .withBean("kafka", Outgoing.class)
                .withBean("webhooks", Outgoing.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("(kafka, webhooks)")
                        .hasMessageContaining("RoutedSender"));
        application.withUserConfiguration(Routed.class).run(context -> {
            publish(context, "m1");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> context.getBean("kafka", Outgoing.class).sent().contains("m1"));
            assertThat(context.getBean("webhooks", Outgoing.class).sent()).isEmpty();
        });
    }

    @Test
    void settingsThatCannotHoldAreRefused() {
        refused("yici.outbox.lease=1s", "delivery time-out");
        refused("yici.outbox.batch-size=0", "batch must be 1 to 10000");
        refused("yici.outbox.backoff-to=10ms", "backoff must not end before it begins");
        refused("yici.outbox.keep-sent-for=-1s", "keepSentFor must not be negative");
    }

    private void refused(String setting, String message) {
        application
                .withBean(Outgoing.class)
                .withPropertyValues(setting)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
    }

    private static void publish(ApplicationContext context, String id) {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> context.getBean(Outbox.class)
                        .publish(Message.to("orders", new byte[] {1}).id(id)));
    }

    private static int rows(ApplicationContext context) {
        return context.getBean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM yici_outbox")
                .query(Integer.class)
                .single();
    }

    @Configuration(proxyBeanMethods = false)
    static class Routed {
        @Bean
        Outgoing kafka() {
            return new Outgoing();
        }

        @Bean
        Outgoing webhooks() {
            return new Outgoing();
        }

        @Bean
        @Primary
        MessageSender everything(Outgoing kafka, Outgoing webhooks) {
            return RoutedSender.to("webhook:", webhooks).or("", kafka);
        }
    }

    /**
     * Stops when a web server begins to; what it then sees. It asks the context for beans, because what depends on one
     * stops before it whatever its phase.
     */
    record AtWebServersEnd(AtomicReference<String> seen, ApplicationContext context) implements SmartLifecycle {
        @Override
        public void start() {
            seen.set("started");
        }

        @Override
        public void stop() {
            seen.set("relay runs: " + context.getBean(RelayLifecycle.class).isRunning() + ", rows: " + rows(context)
                    + ", sender closed: " + context.getBean(Outgoing.class).closed());
        }

        @Override
        public boolean isRunning() {
            return "started".equals(seen.get());
        }

        @Override
        public int getPhase() {
            return SmartLifecycle.DEFAULT_PHASE - 1024;
        }
    }
}

package io.yici.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.yici.MisuseException;
import io.yici.outbox.Message;
import io.yici.outbox.Outbox;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Behind its end a transaction still looks active to Spring. What would join it then is refused: it would be told as
 * done, and be lost as the connection goes back. On pools that commit by themselves elsewhere, and on those that do
 * not.
 */
@ParameterizedClass
@CsvSource({"jdbc, true", "jdbc, false", "jpa, true", "jpa, false"})
@SuppressWarnings("NullAway.Init") // opened before each invocation
class EndedTransactionTest {
    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;

    @Parameter(0)
    String manager;

    @Parameter(1)
    boolean autoCommit;

    @BeforeParameterizedClassInvocation
    static void start(String manager, boolean autoCommit) {
        database = TestDatabase.H2.create("ended transactions");
        Class<?> libraries = manager.equals("jpa") ? PersistenceContract.Libraries.class : Plain.class;
        application = Applications.start(
                database,
                new Class<?>[] {libraries, Listeners.class, Followers.class},
                "spring.datasource.hikari.auto-commit=" + autoCommit,
                "spring.jpa.hibernate.ddl-auto=none");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void clear() {
        application.getBean(Listeners.class).clear();
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            for (String table : List.of("orders", "yici_record", "yici_outbox")) {
                application
                        .getBean(JdbcClient.class)
                        .sql("DELETE FROM " + table)
                        .update();
            }
        });
    }

    @Test
    void aGuardedCallDoesNotJoinATransactionThatHasCommitted() {
        end(true, "guarded");
        refused("afterCommit", "AFTER_COMMIT", "AFTER_COMPLETION");
    }

    @Test
    void aGuardedCallDoesNotJoinATransactionThatWasRolledBack() {
        end(false, "guarded");
        refused("AFTER_ROLLBACK", "AFTER_COMPLETION");
    }

    @Test
    void aTransactionalMethodDoesNotPublishInATransactionThatHasCommitted() {
        end(true, "publishing");
        refused("afterCommit", "AFTER_COMMIT", "AFTER_COMPLETION");
    }

    @Test
    void aTransactionalMethodDoesNotPublishInATransactionThatWasRolledBack() {
        end(false, "publishing");
        refused("AFTER_ROLLBACK", "AFTER_COMPLETION");
    }

    @Test
    void inATransactionOfItsOwnBothAreDone() {
        end(true, "guarded apart");
        end(true, "publishing apart");
        assertThat(application.getBean(Listeners.class).thrown).hasSize(6).containsOnlyNulls();
        assertThat(application.getBean(OrderTable.class).rows()).isEqualTo(3);
        assertThat(application.getBean(OrderTable.class).records()).isEqualTo(3);
        assertThat(messages()).isEqualTo(3);
    }

    /** One transaction after another on a thread: the end of the first is none of the second's business. */
    @Test
    void theNextTransactionIsNotTheOneThatEnded() {
        end(true, "guarded");
        TransactionTemplate next = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        next.executeWithoutResult(status -> application.getBean(Followers.class).follow("guarded", "next"));
        next.executeWithoutResult(status -> application.getBean(Followers.class).follow("publishing", "next"));
        assertThat(application.getBean(OrderTable.class).rows()).isEqualTo(1);
        assertThat(messages()).isEqualTo(1);
    }

    private void end(boolean commits, String what) {
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            application.publishEvent(new Followed(what));
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    application.getBean(Listeners.class).follow(new Followed(what), "afterCommit");
                }
            });
            if (!commits) {
                status.setRollbackOnly();
            }
        });
    }

    private void refused(String... phases) {
        Listeners listeners = application.getBean(Listeners.class);
        assertThat(listeners.heard).containsExactlyInAnyOrder(phases);
        assertThat(listeners.thrown)
                .allSatisfy(each ->
                        assertThat(each).isInstanceOf(MisuseException.class).hasMessageContaining("REQUIRES_NEW"));
        assertThat(application.getBean(OrderTable.class).rows()).isZero();
        assertThat(application.getBean(OrderTable.class).records()).isZero();
        assertThat(messages()).isZero();
    }

    private int messages() {
        return application
                .getBean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM yici_outbox")
                .query(Integer.class)
                .single();
    }

    @Configuration(proxyBeanMethods = false)
    static class Plain {}

    record Followed(String what) {}

    /** Follow the event in every phase behind the end, and note what became of it. */
    static class Listeners {
        private final List<String> heard = new ArrayList<>();
        private final List<@Nullable Throwable> thrown = new ArrayList<>();
        private final Followers followers;

        Listeners(Followers followers) {
            this.followers = followers;
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
        public void committed(Followed event) {
            follow(event, "AFTER_COMMIT");
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
        public void rolledBack(Followed event) {
            follow(event, "AFTER_ROLLBACK");
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
        public void completed(Followed event) {
            follow(event, "AFTER_COMPLETION");
        }

        private void clear() {
            heard.clear();
            thrown.clear();
        }

        private void follow(Followed event, String phase) {
            heard.add(phase);
            thrown.add(catchThrowable(() -> followers.follow(event.what(), phase)));
        }
    }

    static class Followers {
        private final OrderTable orders;
        private final Outbox outbox;
        private final ObjectProvider<Followers> self;

        Followers(OrderTable orders, Outbox outbox, ObjectProvider<Followers> self) {
            this.orders = orders;
            this.outbox = outbox;
            this.self = self;
        }

        void follow(String what, String key) {
            Followers proxy = self.getObject();
            switch (what) {
                case "guarded" -> proxy.guarded(key);
                case "guarded apart" -> proxy.guardedApart(key);
                case "publishing" -> proxy.publishing(key);
                default -> proxy.publishingApart(key);
            }
        }

        @Idempotent(operation = "follow", key = "#key", caller = "'alice'")
        public void guarded(String key) {
            orders.insert(key, "sku");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @Idempotent(operation = "follow.apart", key = "#key", caller = "'alice'")
        public void guardedApart(String key) {
            orders.insert(key, "sku");
        }

        @Transactional
        public void publishing(String key) {
            outbox.publish(Message.to("orders", new byte[0]).id(key));
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void publishingApart(String key) {
            outbox.publish(Message.to("orders", new byte[0]).id(key));
        }
    }
}

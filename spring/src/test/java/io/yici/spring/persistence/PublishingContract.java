package io.yici.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.yici.MisuseException;
import io.yici.Rejection;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.OrderTable;
import io.yici.spring.Outgoing;
import io.yici.spring.PlaceOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What is published commits with what JdbcClient, JPA and MyBatis write in one transaction of Spring, and is sent after
 * that. The relay polls once an hour: what is sent here was waked for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PublishingContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final FreshDatabase database;
    private final String dialect;
    private ConfigurableApplicationContext application;
    private Publishers publishers;
    private Outgoing outgoing;
    private JdbcClient jdbc;
    private TransactionTemplate outer;
    private PlaceOrder order;

    PublishingContract(TestDatabase kind, String dialect) {
        this.database = kind.create(getClass().getSimpleName());
        this.dialect = dialect;
    }

    @BeforeAll
    void start() {
        application = Applications.start(
                database,
                new Class<?>[] {PersistenceContract.Libraries.class, Publishers.class, Outgoing.class},
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.jpa.database-platform=" + dialect,
                "yici.outbox.poll-every=1h",
                "yici.outbox.keep-sent-for=1h");
        jdbc = application.getBean(JdbcClient.class);
        jdbc.sql("CREATE TABLE audits (order_key VARCHAR(100) NOT NULL)").update();
        publishers = application.getBean(Publishers.class);
        outgoing = application.getBean(Outgoing.class);
        outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void takeAKey(TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName();
        order = PlaceOrder.of(name.substring(0, Math.min(40, name.length())));
    }

    @Test
    void theMessageCommitsWithWhatTheThreeLibrariesWriteAndIsSentAtOnce() {
        publishers.place(order);
        stayed(1);
        sent(order.key());
    }

    @Test
    void theMessageRollsBackWithWhatTheThreeLibrariesWrite() {
        assertThatThrownBy(() -> publishers.placeAndFail(order)).hasMessage("boom");
        stayed(0);
        nothingSentOf(order.key());
    }

    @Test
    void nothingIsSentBeforeTheTransactionAroundItCommits() {
        outer.executeWithoutResult(status -> {
            publishers.place(order);
            publishers.publishApart("sent-meanwhile");
            sent("sent-meanwhile");
            assertThat(outgoing.sent()).doesNotContain(order.key());
        });
        sent(order.key());
    }

    @Test
    void aGuardedCallPublishesOnceHoweverOftenItIsMade() {
        String id = publishers.placeOnce(order);
        assertThat(publishers.placeOnce(order)).isEqualTo(id);
        assertThat(rows(id)).isEqualTo(1);
        sent(id);
        String second = publishers.placeOnceTransactional(PlaceOrder.of(order.key() + "-2"));
        assertThat(second).isNotEqualTo(id);
        sent(second);
        assertThat(outgoing.sent()).containsOnlyOnce(id);
    }

    @Test
    void aRejectionPublishesNothing() {
        assertThatThrownBy(() -> publishers.placeAndReject(order)).isInstanceOf(Rejection.class);
        stayed(0);
        nothingSentOf(order.key());
    }

    @Test
    void aGuardedCallThatJoinedFollowsTheTransactionAroundIt() {
        String[] id = new String[1];
        outer.executeWithoutResult(status -> {
            id[0] = publishers.placeOnceTransactional(order);
            assertThat(rows(id[0])).isEqualTo(1);
            status.setRollbackOnly();
        });
        assertThat(rows(id[0])).isZero();
        assertThat(publishers.placeOnceTransactional(order)).isEqualTo(id[0]);
        sent(id[0]);
    }

    @Test
    void aTransactionApartKeepsItsMessageWhenTheOuterOneLosesIts() {
        outer.executeWithoutResult(status -> {
            publishers.publish(order.key());
            publishers.publishApart("apart");
            status.setRollbackOnly();
        });
        sent("apart");
        assertThat(rows(order.key())).isZero();
        nothingSentOf(order.key());
    }

    @Test
    void aReadOnlyTransactionIsRefused() {
        assertThatThrownBy(() -> publishers.look(order))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("read-only");
        assertThat(rows(order.key())).isZero();
    }

    @Test
    void withoutATransactionItIsRefused() {
        assertThatThrownBy(() -> publishers.publish(order.key()))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("outside of a transaction");
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> publishers.publishOutside(order.key())))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("outside of a transaction");
        assertThat(rows(order.key())).isZero();
    }

    /** Spring still calls the transaction active then, but nothing would commit the message. */
    @Test
    void behindTheCommitItIsRefused() {
        List<Throwable> refused = new ArrayList<>();
        outer.executeWithoutResult(status ->
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        publishers.publishApart("behind-" + order.key());
                        refused.add(catchThrowable(() -> publishers.publish(order.key())));
                    }
                }));
        assertThat(refused.get(0)).isInstanceOf(MisuseException.class).hasMessageContaining("committed already");
        sent("behind-" + order.key());
        assertThat(rows(order.key())).isZero();
    }

    @Test
    void withoutAnOperationItNeedsAnId() {
        assertThatThrownBy(() -> publishers.publishWithoutId())
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("Message.id");
    }

    private void sent(String id) {
        await().atMost(SOON).until(() -> outgoing.sent().contains(id));
    }

    /** It is in no committed row, so that not even a message published after it can come with it. */
    private void nothingSentOf(String id) {
        publishers.publishApart("after-" + id);
        sent("after-" + id);
        assertThat(outgoing.sent()).doesNotContain(id);
    }

    private void stayed(int rows) {
        assertThat(application.getBean(OrderTable.class).rowsOf(order.key())).isEqualTo(rows);
        assertThat(application.getBean(AuditMapper.class).rowsOf(order.key())).isEqualTo(rows);
        assertThat(count("SELECT COUNT(*) FROM payments WHERE id = ?", order.key()))
                .isEqualTo(rows);
        assertThat(rows(order.key())).isEqualTo(rows);
    }

    private int rows(String id) {
        return count("SELECT COUNT(*) FROM yici_outbox WHERE message_id = ?", id);
    }

    private int count(String sql, String parameter) {
        return jdbc.sql(sql).param(parameter).query(Integer.class).single();
    }
}

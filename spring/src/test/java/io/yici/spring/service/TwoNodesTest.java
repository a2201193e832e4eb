package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InProgressException;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** B15: between the end of the method and the commit nobody is told that it is done, on another node either. */
class TwoNodesTest {
    private final FreshDatabase database = TestDatabase.POSTGRESQL.create("two nodes");
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        thread.shutdownNow();
        database.close();
    }

    @Test
    void beforeTheCommitARepeatIsInProgressAndAfterItAReplay() throws Exception {
        try (ConfigurableApplicationContext one = node();
                ConfigurableApplicationContext two = node()) {
            Held held = one.getBean(Held.class);
            Future<String> first = thread.submit(() -> held.place("k", true));
            assertThat(held.isReached()).isTrue();
            Held other = two.getBean(Held.class);
            assertThatThrownBy(() -> other.place("k", false)).isInstanceOf(InProgressException.class);
            held.release();
            assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("placed");
            assertThat(other.place("k", false)).isEqualTo("placed");
            assertThat(one.getBean(OrderTable.class).rowsOf("k")).isEqualTo(1);
        }
    }

    @Test
    void aCommitThatFailsLeavesNothingAndTheKeyFree() {
        try (ConfigurableApplicationContext node = node()) {
            JdbcClient jdbc = node.getBean(JdbcClient.class);
            jdbc.sql("CREATE TABLE late (k VARCHAR(10), UNIQUE (k) DEFERRABLE INITIALLY DEFERRED)")
                    .update();
            jdbc.sql("INSERT INTO late VALUES ('taken')").update();
            Held held = node.getBean(Held.class);
            assertThatThrownBy(() -> held.placeLate("k", "taken")).isInstanceOf(DataIntegrityViolationException.class);
            assertThat(jdbc.sql("SELECT COUNT(*) FROM yici_record")
                            .query(Integer.class)
                            .single())
                    .isZero();
            assertThat(held.placeLate("k2", "free")).isEqualTo("free");
            jdbc.sql("DELETE FROM late WHERE k = 'taken'").update();
            assertThat(held.placeLate("k", "taken")).isEqualTo("taken");
        }
    }

    private ConfigurableApplicationContext node() {
        return Applications.start(database, new Class<?>[] {Held.class}, "yici.waits-for=50ms");
    }

    static class Held {
        private final OrderTable orders;
        private final JdbcClient jdbc;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Held(OrderTable orders, JdbcClient jdbc) {
            this.orders = orders;
            this.jdbc = jdbc;
        }

        boolean isReached() throws InterruptedException {
            return reached.await(20, TimeUnit.SECONDS);
        }

        void release() {
            released.countDown();
        }

        @Transactional
        @Idempotent(operation = "place", key = "#key", caller = "'alice'", fingerprint = "#key")
        public String place(String key, boolean waits) {
            orders.insert(key, "TEA-1");
            if (waits) {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCompletion() {
                        reached.countDown();
                        try {
                            released.await(20, TimeUnit.SECONDS);
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
            }
            return "placed";
        }

        @Idempotent(operation = "place.late", key = "#key", caller = "'alice'")
        public String placeLate(String key, String row) {
            jdbc.sql("INSERT INTO late VALUES (?)").param(row).update();
            return row;
        }
    }
}

package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.StoreUnavailableException;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import io.yici.spring.PlacedOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A connection that is cut at COMMIT, under Spring's transaction manager: each end is the truth. */
class CommitCutTest {
    private static final PlaceOrder ORDER = PlaceOrder.of("cut");

    private final FreshDatabase database = TestDatabase.POSTGRESQL.create("commit cut");
    private final FaultProxy proxy = FaultProxy.to(database);
    private ConfigurableApplicationContext application;
    private Shop shop;

    @BeforeEach
    void start() {
        application = Applications.start(
                database.through(proxy),
                new Class<?>[] {Shop.Backroom.class, Shop.class},
                "yici.cleanup.enabled=false");
        shop = application.getBean(Shop.class);
    }

    @AfterEach
    void stop() {
        application.close();
        proxy.close();
        database.close();
    }

    @Test
    void aLostAnswerOfACommitThatHappenedIsStillAnAnswer() {
        proxy.cutAfterCommit();
        PlacedOrder placed = shop.placeTransactional(ORDER);
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(shop.placeTransactional(ORDER)).isEqualTo(placed);
        happened(1, 1);
    }

    @Test
    void aCommitThatNeverArrivedIsToldAsRolledBackAndMayBeSentAgain() {
        proxy.cutBeforeCommit();
        assertThatThrownBy(() -> shop.placeTransactional(ORDER)).isInstanceOf(StoreUnavailableException.class);
        assertThat(proxy.cuts()).isEqualTo(1);
        happened(1, 0);
        shop.placeTransactional(ORDER);
        happened(2, 1);
    }

    /** The caller's commit is the caller's to settle; nothing of ours may hide what came of it. */
    @Test
    void aCallersCommitThatWasCutCanBeAskedFor() {
        TransactionTemplate outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        proxy.cutAfterCommit();
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> shop.placeTransactional(ORDER)))
                .isInstanceOf(RuntimeException.class);
        shop.placeTransactional(ORDER);
        happened(1, 1);
    }

    private void happened(int runs, int rows) {
        assertThat(application.getBean(Ledger.class).runsOf(ORDER.key())).isEqualTo(runs);
        assertThat(application.getBean(OrderTable.class).rowsOf(ORDER.key())).isEqualTo(rows);
    }
}

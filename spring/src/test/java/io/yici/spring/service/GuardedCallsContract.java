package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.yici.AnswerNotKeptException;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.Yici;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import io.yici.spring.PlacedOrder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** What guarded calls owe on every database; each test uses a key of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuardedCallsContract {
    private final FreshDatabase database;
    private ConfigurableApplicationContext application;
    private Shop shop;
    private OrderTable orders;
    private Ledger ledger;
    private TransactionTemplate outer;
    private PlaceOrder order;

    GuardedCallsContract(TestDatabase kind) {
        this.database = kind.create(getClass().getSimpleName());
    }

    @BeforeAll
    void start() {
        application = Applications.start(
                database,
                new Class<?>[] {Shop.Backroom.class, Shop.class},
                "yici.operations.escape.configured.allow-suspension=true",
                "yici.operations.place.observed.mode=observe",
                "yici.operations.place.observed.programmatic=true");
        shop = application.getBean(Shop.class);
        orders = application.getBean(OrderTable.class);
        ledger = application.getBean(Ledger.class);
        outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void takeAKey(TestInfo test) {
        order = PlaceOrder.of(test.getTestMethod().orElseThrow().getName());
    }

    @Test
    void secondCallReceivesTheFirstAnswer() {
        PlacedOrder first = shop.place(order);
        assertThat(shop.place(order)).isEqualTo(first);
        happenedOnce();
    }

    @Test
    void withTransactionalInsideItIsTheSame() {
        PlacedOrder first = shop.placeTransactional(order);
        assertThat(shop.placeTransactional(order)).isEqualTo(first);
        happenedOnce();
    }

    @Test
    void nothingAndNullAreAnswersToo() {
        shop.placeSilently(order);
        shop.placeSilently(order);
        happenedOnce();
        PlaceOrder second = PlaceOrder.of(order.key() + "2");
        assertThat(shop.placeForNothing(second)).isNull();
        assertThat(shop.placeForNothing(second)).isNull();
        assertThat(ledger.runsOf(second.key())).isEqualTo(1);
    }

    @Test
    void anotherScopeIsAnotherOperation() {
        shop.placeForNothing(order);
        shop.placeForNothing(new PlaceOrder(order.key(), order.userId(), "TEA-2", 1));
        assertThat(ledger.runsOf(order.key())).isEqualTo(2);
    }

    @Test
    void anotherCallerIsAnotherOperation() {
        PlacedOrder alices = shop.place(order);
        PlacedOrder bobs = shop.place(new PlaceOrder(order.key(), "bob", order.sku(), 1));
        assertThat(bobs).isNotEqualTo(alices);
        assertThat(ledger.runsOf(order.key())).isEqualTo(2);
    }

    @Test
    void anotherRequestUnderTheSameKeyIsRefused() {
        shop.place(order);
        PlaceOrder other = new PlaceOrder(order.key(), order.userId(), order.sku(), 2);
        assertThatThrownBy(() -> shop.place(other)).isInstanceOf(MismatchException.class);
        happenedOnce();
    }

    @Test
    void aMissingKeyRunsNothing() {
        int rows = orders.rows();
        PlaceOrder keyless = PlaceOrder.withoutKey();
        assertThatThrownBy(() -> shop.place(keyless)).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> shop.placeSilently(keyless)).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> shop.place(nothing())).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> shop.place(new PlaceOrder("k", " ", "TEA-1", 1)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("caller");
        assertThat(orders.rows()).isEqualTo(rows);
    }

    @Test
    void aFailureUndoesEverythingAndFreesTheKey() {
        assertThatThrownBy(() -> shop.failUnchecked(order)).isInstanceOf(IllegalStateException.class);
        nothingStayed();
        assertThatThrownBy(() -> shop.failUnchecked(order)).isInstanceOf(IllegalStateException.class);
        assertThat(ledger.runsOf(order.key())).isEqualTo(2);
    }

    /** Unlike Spring's own default. */
    @Test
    void aCheckedExceptionUndoesEverythingToo() {
        assertThatThrownBy(() -> shop.failChecked(order)).isInstanceOf(IOException.class);
        nothingStayed();
    }

    @Test
    void noRollbackForCommitsUnrecorded() {
        IOException failure = new IOException("named");
        assertThatThrownBy(() -> shop.failCommitting(order, failure)).isSameAs(failure);
        assertThat(orders.rowsOf(order.key())).isEqualTo(1);
        assertThat(recordsOf(order)).isZero();
        assertThatThrownBy(() -> shop.failCommitting(order, failure)).isSameAs(failure);
        assertThat(orders.rowsOf(order.key())).isEqualTo(2);
    }

    @Test
    void aCloserRollbackForWinsOverNoRollbackFor() {
        assertThatThrownBy(() -> shop.failCommitting(order, new FileNotFoundException("closer")))
                .isInstanceOf(FileNotFoundException.class);
        nothingStayed();
    }

    @Test
    void aNamedExceptionCommitsUnrecordedAlsoWithTransactionalInside() {
        assertThatThrownBy(() -> shop.failNamed(order)).hasMessage("counted");
        assertThat(orders.rowsOf(order.key())).isEqualTo(1);
        assertThat(recordsOf(order)).isZero();
    }

    @Test
    void aResultDeclaredUnrecordedLetsTheSameKeyRunAgain() {
        assertThat(shop.attempt(order)).isEqualTo("again");
        assertThat(shop.attempt(order)).isEqualTo("again");
        assertThat(shop.attempt(order)).isEqualTo("enough");
        assertThat(shop.attempt(order)).isEqualTo("enough");
        assertThat(orders.rowsOf(order.key())).isEqualTo(3);
    }

    @Test
    void aRejectionUndoesTheWorkAndIsThrownAgainEqual() {
        Rejection first = catchThrowableOfType(Rejection.class, () -> shop.reject(order));
        Rejection again = catchThrowableOfType(Rejection.class, () -> shop.reject(order));
        assertThat(again).isEqualTo(first).isNotSameAs(first);
        assertThat(again.details()).containsEntry("sku", "TEA-1");
        assertThat(orders.rowsOf(order.key())).isZero();
        assertThat(recordsOf(order)).isEqualTo(1);
        assertThat(ledger.runsOf(order.key())).isEqualTo(1);
    }

    @Test
    void aRejectionOutOfATransactionalMethodInsideIsRecordedToo() {
        Rejection first = catchThrowableOfType(Rejection.class, () -> shop.rejectTransactional(order));
        assertThatThrownBy(() -> shop.rejectTransactional(order)).isEqualTo(first);
        assertThat(orders.rowsOf(order.key())).isZero();
        assertThat(ledger.runsOf(order.key())).isEqualTo(1);
    }

    @Test
    void aJoinedRejectionLeavesNothingAndSaysSo() {
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> {
                    Rejection rejection = catchThrowableOfType(Rejection.class, () -> shop.reject(order));
                    assertThat(rejection.recorded()).isFalse();
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        nothingStayed();
    }

    @Test
    void workRecordAndCallersRowsCommitTogether() {
        PlacedOrder placed = outer.execute(status -> {
            orders.insert(order.key(), "before");
            PlacedOrder inside = shop.placeTransactional(order);
            orders.insert(order.key(), "after");
            return inside;
        });
        assertThat(orders.rowsOf(order.key())).isEqualTo(3);
        assertThat(shop.placeTransactional(order)).isEqualTo(placed);
        assertThat(ledger.runsOf(order.key())).isEqualTo(1);
    }

    /** B15, case c. */
    @Test
    void anOuterRollBackLeavesNothingBehind() {
        outer.executeWithoutResult(status -> {
            shop.placeTransactional(order);
            assertThat(orders.rowsOf(order.key())).isEqualTo(1);
            status.setRollbackOnly();
        });
        nothingStayed();
        shop.placeTransactional(order);
        assertThat(ledger.runsOf(order.key())).isEqualTo(2);
        assertThat(orders.rowsOf(order.key())).isEqualTo(1);
    }

    /** B21, second case. */
    @Test
    void theSameKeyTwiceInOneOuterTransactionIsAReplay() {
        outer.executeWithoutResult(status -> {
            PlacedOrder first = shop.place(order);
            assertThat(shop.place(order)).isEqualTo(first);
        });
        happenedOnce();
    }

    /** B23. */
    @Test
    void aReplayInsideACallersTransactionLeavesItUsable() {
        PlacedOrder first = shop.place(order);
        outer.executeWithoutResult(status -> {
            orders.insert(order.key(), "before");
            assertThat(shop.place(order)).isEqualTo(first);
            orders.insert(order.key(), "after");
        });
        assertThat(orders.rowsOf(order.key())).isEqualTo(3);
    }

    @Test
    void mandatoryNeedsACallersTransaction() {
        assertThatThrownBy(() -> shop.placeInside(order)).isInstanceOf(MisuseException.class);
        nothingStayed();
        outer.executeWithoutResult(status -> shop.placeInside(order));
        happenedOnce();
    }

    @Test
    void aReadOnlyTransactionAroundIsRefusedAndStaysUsable() {
        assumeThat(database.kind())
                .as("SQLite's driver knows no read-only transactions")
                .isNotEqualTo(TestDatabase.SQLITE);
        TransactionTemplate readOnly = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        readOnly.setReadOnly(true);
        readOnly.executeWithoutResult(status -> {
            assertThatThrownBy(() -> shop.place(order))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("read-only");
            assertThat(orders.rowsOf(order.key())).isZero();
        });
        nothingStayed();
    }

    /** B28. */
    @Test
    void aBusinessDuplicateUnderAFreshKeyIsABusinessError() {
        PlaceOrder second = new PlaceOrder(order.key(), "bob", order.sku(), 1);
        shop.giveOnce(order);
        assertThatThrownBy(() -> shop.giveOnce(second)).isInstanceOf(DataAccessException.class);
        assertThat(recordsOf(second)).isZero();
        shop.giveOnce(order);
        assertThat(ledger.runsOf(order.key())).isEqualTo(2);
    }

    @Test
    void aSwallowedFailureInsideCommitsNothing() {
        assertThatThrownBy(() -> shop.swallowFailureInside(order)).isInstanceOf(UnexpectedRollbackException.class);
        nothingStayed();
    }

    @Test
    void workThatEscapesIntoANewTransactionIsRefused() {
        assertThatThrownBy(() -> shop.escapeIntoNew(order))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("REQUIRES_NEW");
        nothingStayed();
        assertThat(ledger.runsOf("escaped")).isZero();
    }

    @Test
    void workThatEscapesOutOfItsTransactionIsRefused() {
        assertThatThrownBy(() -> shop.escapeIntoNone(order)).isInstanceOf(MisuseException.class);
        nothingStayed();
        assertThat(ledger.runsOf("escaped")).isZero();
    }

    @Test
    void workApartIsLetThroughWhereItIsAllowedByName() {
        assumeTwoWriters();
        int before = ledger.runsOf("counted");
        shop.escapeAllowed(order);
        shop.escapeConfigured(order);
        assertThat(ledger.runsOf("counted")).isEqualTo(before + 2);
        assertThat(orders.rowsOf(order.key())).isEqualTo(2);
    }

    @Test
    void aCallerMaySuspendItsTransactionOnceTheCallIsOver() {
        assumeTwoWriters();
        Shop.Backroom backroom = application.getBean(Shop.Backroom.class);
        outer.executeWithoutResult(status -> {
            shop.place(order);
            backroom.count();
        });
        happenedOnce();
    }

    @Test
    void aNewTransactionOfItsOwnSurvivesTheCallersRollBack() {
        assumeTwoWriters();
        outer.executeWithoutResult(status -> {
            shop.placeInNew(order);
            status.setRollbackOnly();
        });
        happenedOnce();
        shop.placeInNew(order);
        happenedOnce();
    }

    @Test
    void anAnswerByReferenceIsRebuiltFromTheRows() {
        assertThat(shop.placeByReference(order).price()).isEqualByComparingTo("10.00");
        assertThat(shop.placeByReference(order).price()).isEqualByComparingTo("99.00");
        happenedOnce();
        application
                .getBean(JdbcClient.class)
                .sql("DELETE FROM orders WHERE order_key = ?")
                .param(order.key())
                .update();
        assertThatThrownBy(() -> shop.placeByReference(order)).isInstanceOf(AnswerNotKeptException.class);
        assertThat(ledger.runsOf(order.key())).isEqualTo(1);
    }

    @Test
    void programmaticCallsShareTransactionAndRecord() {
        Yici yici = application.getBean(Yici.class);
        Operation operation = Operation.named("place").by(order.userId()).key(order.key());
        Outcome<PlacedOrder> first = yici.once(operation, order, PlacedOrder.class, () -> {
            orders.insert(order.key(), order.sku());
            return new PlacedOrder(7, order.sku(), BigDecimal.ONE);
        });
        assertThat(first.replayed()).isFalse();
        assertThat(shop.place(order)).isEqualTo(first.value());
        assertThat(orders.rowsOf(order.key())).isEqualTo(1);
        assertThat(ledger.runsOf(order.key())).isZero();
    }

    @Test
    void observeModeRunsEveryTimeAndHarmsNothing() {
        Yici yici = application.getBean(Yici.class);
        Operation operation =
                Operation.named("place.observed").by(order.userId()).key(order.key());
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            yici.once(operation, order, Integer.class, () -> {
                orders.insert(order.key(), order.sku());
                return runs.incrementAndGet();
            });
        }
        assertThat(runs).hasValue(3);
        assertThat(orders.rowsOf(order.key())).isEqualTo(3);
    }

    @SuppressWarnings("NullAway") // callers that do not check for null exist
    private static PlaceOrder nothing() {
        return null;
    }

    private void assumeTwoWriters() {
        assumeThat(database.kind())
                .as("SQLite has one writer at a time, so a second transaction cannot begin")
                .isNotEqualTo(TestDatabase.SQLITE);
    }

    private void happenedOnce() {
        assertThat(ledger.runsOf(order.key())).isEqualTo(1);
        assertThat(orders.rowsOf(order.key())).isEqualTo(1);
        assertThat(recordsOf(order)).isEqualTo(1);
    }

    private void nothingStayed() {
        assertThat(orders.rowsOf(order.key())).isZero();
        assertThat(recordsOf(order)).isZero();
    }

    private int recordsOf(PlaceOrder asked) {
        return application
                .getBean(JdbcClient.class)
                .sql("SELECT COUNT(*) FROM yici_record WHERE caller = ? AND idempotency_key LIKE ?")
                .params(asked.userId(), "%" + asked.key())
                .query(Integer.class)
                .single();
    }
}

package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.InProgressException;
import io.yici.TransactionConflictException;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import io.yici.spring.PlacedOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** B21: a pool of 4 connections (time-out 3 s) and many more callers than that. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConcurrencyContract {
    private static final int POOL = 4;

    private final FreshDatabase database;
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private ConfigurableApplicationContext application;
    private Shop shop;
    private TransactionTemplate outer;

    ConcurrencyContract(TestDatabase kind) {
        this.database = kind.create(getClass().getSimpleName());
    }

    @BeforeAll
    void start() {
        application =
                Applications.start(database, new Class<?>[] {Shop.Backroom.class, Shop.class}, "yici.waits-for=20s");
        shop = application.getBean(Shop.class);
        outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void stop() {
        threads.shutdownNow();
        application.close();
        database.close();
    }

    @Test
    void manyDifferentCallsInTransactionsOfTheirCallersAllFinish() throws Exception {
        CyclicBarrier fullPool = new CyclicBarrier(meetingInTransactions());
        atOnce(
                16,
                i -> () -> outer.execute(status -> {
                    meet(fullPool);
                    return shop.placeTransactional(PlaceOrder.of("different-" + i));
                }));
        for (int i = 0; i < 16; i++) {
            happenedOnce("different-" + i);
        }
    }

    @Test
    void manyEqualCallsAreOneEffectAndOneAnswer() throws Exception {
        CyclicBarrier start = new CyclicBarrier(16);
        List<PlacedOrder> answers = atOnce(16, i -> () -> {
            meet(start);
            return shop.place(PlaceOrder.of("equal"));
        });
        assertThat(answers).containsOnly(answers.get(0));
        happenedOnce("equal");
    }

    @Test
    void equalCallsAmidstOthersDoNotStarveThePool() throws Exception {
        CyclicBarrier start = new CyclicBarrier(16);
        List<PlacedOrder> answers = atOnce(16, i -> () -> {
            meet(start);
            return shop.placeTransactional(PlaceOrder.of(i % 2 == 0 ? "amidst" : "other-" + i));
        });
        assertThat(answers).hasSize(16);
        happenedOnce("amidst");
    }

    @Test
    void equalCallsInTransactionsOfTheirCallersAreRefusedOrReplayedAndNeverHang() throws Exception {
        CyclicBarrier fullPool = new CyclicBarrier(meetingInTransactions());
        PlaceOrder order = PlaceOrder.of("joined");
        List<Boolean> answered = atOnce(8, i -> () -> {
            try {
                outer.executeWithoutResult(status -> {
                    meet(fullPool);
                    shop.placeTransactional(order);
                });
                return true;
            } catch (InProgressException | TransactionConflictException refused) {
                return false;
            }
        });
        assertThat(answered).contains(true);
        happenedOnce("joined");
    }

    /** SQLite has one writer: whoever begins a second transaction waits for the first to end. */
    private int meetingInTransactions() {
        return database.kind() == TestDatabase.SQLITE ? 1 : POOL;
    }

    private void happenedOnce(String key) {
        assertThat(application.getBean(OrderTable.class).rowsOf(key)).isEqualTo(1);
        assertThat(application.getBean(Ledger.class).runsOf(key)).isEqualTo(1);
    }

    private <T> List<T> atOnce(int callers, IntFunction<Callable<T>> call)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            futures.add(threads.submit(call.apply(i)));
        }
        List<T> answers = new ArrayList<>();
        for (Future<T> future : futures) {
            answers.add(future.get(60, TimeUnit.SECONDS));
        }
        return answers;
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }
}

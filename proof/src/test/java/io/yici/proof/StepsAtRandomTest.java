package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Fingerprint;
import io.yici.IdempotencyException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Rejection;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalSteps;
import io.yici.external.StepSettings;
import io.yici.store.StepState;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random runs on two nodes with failures at every boundary: the request or the answer is lost or late, the query fails,
 * the booking fails, the process vanishes, callbacks come at any time and more than once. In the end the ledger of the
 * bank and the books agree.
 */
class StepsAtRandomTest {
    private static final int OPERATIONS = 80;
    private static final int WORKERS = 4;
    private static final StepSettings SETTINGS =
            PaymentCase.DEDUPED.dedupedFor(Duration.ofDays(30)).tries(1000, Duration.ofDays(2));

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void theLedgerOfTheBankAndTheBooksAgree(Ground ground) {
        long seed = Long.getLong("yici.seed", ThreadLocalRandom.current().nextLong());
        System.err.println("StepsAtRandomTest on " + ground + ": -Dyici.seed=" + seed);
        try (Shop shop = Shop.open(
                ground,
                8,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ofMillis(50))))) {
            Payment.createTable(shop);
            new Run(shop, seed).run();
        }
    }

    /** One run on one database. */
    private static final class Run {
        private final Shop shop;
        private final long seed;
        private final Bank bank = Bank.thatRecognisesKeys();
        private final List<Operation> operations = new ArrayList<>();
        private final Payment payment;
        private final List<ExternalSteps> nodes = new ArrayList<>();
        private volatile boolean calm;

        Run(Shop shop, long seed) {
            this.shop = shop;
            this.seed = seed;
            this.payment = new Payment(shop.yici::connection, bank, "pay", SETTINGS);
            nodes.add(shop.yici.externalSteps(payment));
            nodes.add(shop.yici.externalSteps(payment));
            for (int index = 0; index < OPERATIONS; index++) {
                operations.add(Operation.named("pay").by("alice").key("order-" + index));
            }
        }

        void run() {
            Race.within(Duration.ofSeconds(240))
                    .run(WORKERS, worker -> () -> {
                        work(new Random(seed + worker), worker);
                        return true;
                    })
                    .forEach(Race.Finish::answer);
            calm = true;
            bank.becomeHonest();
            payment.beforeSending(null).afterSending(null).duringBooking(null);
            settle();
            check();
        }

        private void work(Random random, int worker) {
            Bank.Call[] calls = Bank.Call.values();
            for (int index = worker; index < OPERATIONS * 3; index += WORKERS) {
                Operation operation = operations.get(random.nextInt(Math.min(OPERATIONS, index + 1)));
                if (index < OPERATIONS) {
                    operation = operations.get(index);
                }
                bank.at(calls[random.nextInt(calls.length)]);
                bank.queried(Bank.Query.values()[random.nextInt(3)]);
                payment.beforeSending(sometimes(random, PaymentCase::vanish))
                        .afterSending(sometimes(random, PaymentCase::vanish))
                        .duringBooking(sometimes(random, Run::fail))
                        .onFailure(
                                random.nextBoolean() ? Conclusion::again : () -> Conclusion.rejected(Payment.DECLINED));
                attempt(nodes.get(random.nextInt(2)), operation, random);
                if (random.nextInt(4) == 0) {
                    callBack(operation, random);
                }
                if (random.nextInt(8) == 0) {
                    RecordAgeing.on(shop.pool).age(operation, Duration.ofMinutes(5));
                    quietly(() -> nodes.get(random.nextInt(2)).settler(3).runOnce());
                }
            }
        }

        private Runnable sometimes(Random random, Runnable action) {
            int odds = random.nextInt(6);
            return () -> {
                if (odds == 0 && !calm) {
                    action.run();
                }
            };
        }

        private static void fail() {
            throw new IllegalStateException("the books are closed");
        }

        private void attempt(ExternalSteps node, Operation operation, Random random) {
            String orderNo = operation.key();
            quietly(() -> {
                if (random.nextInt(4) == 0) {
                    node.queue(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
                } else {
                    node.run(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
                }
            });
        }

        /** What really happened, told by the bank, at any time and as often as it likes. */
        private void callBack(Operation operation, Random random) {
            quietly(() -> nodes.get(0).find(operation).ifPresent(view -> {
                for (int times = random.nextInt(3); times >= 0; times--) {
                    Evidence<OtherSide.Receipt> truth = bank.truth(view.key());
                    nodes.get(times % 2).settle(view.key(), truth);
                }
            }));
        }

        private static void quietly(Runnable work) {
            try {
                work.run();
            } catch (IdempotencyException | IllegalStateException | PaymentCase.Vanished | Rejection expected) {
                // what the caller meets is not looked at here, only what is true in the end
            }
        }

        private void settle() {
            for (int rounds = 0; rounds < 60 && isAnyOpen(); rounds++) {
                RecordAgeing.on(shop.pool).ageAll(Duration.ofHours(1));
                bank.arriveAll();
                nodes.get(rounds % 2).settler(1000).runOnce();
            }
        }

        private boolean isAnyOpen() {
            return shop.number("select count(*) from yici_step where state in ('intended', 'called')") > 0;
        }

        private void check() {
            assertThat(shop.number("select count(*) from yici_record where state in ('started', 'unresolved')"))
                    .as("left open, seed %d", seed)
                    .isZero();
            for (Operation operation : operations) {
                String orderNo = operation.key();
                long charges = bank.charges(orderNo);
                int paid = shop.number("select count(*) from payments where order_no = '" + orderNo
                        + "' and state = 'paid' and prepared = 1");
                assertThat(charges).as("charges of %s, seed %d", orderNo, seed).isLessThanOrEqualTo(1);
                assertThat(paid).as("books of %s, seed %d", orderNo, seed).isEqualTo((int) charges);
                StepState state = nodes.get(0).find(operation).orElseThrow().state();
                assertThat(state)
                        .as("state of %s, seed %d", orderNo, seed)
                        .isEqualTo(charges == 1 ? StepState.DONE : StepState.FAILED);
            }
        }
    }
}

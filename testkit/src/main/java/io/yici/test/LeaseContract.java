package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.StoreUnavailableException;
import io.yici.lease.Lease;
import io.yici.lease.LeaseLoss;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What leases owe in every store; a lease with fences owes {@link FencedLeaseContract} too. Names are new for each
 * test, so that a store may be shared. Whatever this class waits for, it waits at most half a minute.
 *
 * @param <L> what a holder gets
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class LeaseContract<L extends Lease> {
    /** A time that no test outlives. */
    protected static final Duration LONG = Duration.ofMinutes(10);

    /** A time that a test waits for. */
    protected static final Duration SHORT = Duration.ofMillis(900);

    private static final Duration BOUND = Duration.ofSeconds(30);

    /** The name of the test at hand. */
    protected final String name = "contract-" + UUID.randomUUID();

    private final List<Leases<?>> opened = new CopyOnWriteArrayList<>();

    /** Another node on the store under test. Closed by this class. */
    protected abstract Leases<L> leases(LeaseSettings settings);

    /** Makes the store believe, at once, that the time of the name is over. */
    protected abstract void endTime(String name);

    /** How long the store will still keep the name from others, by its own clock; zero when it does not. */
    protected abstract Duration storedTime(String name);

    /** Keeps every node away from the store until the returned handle is closed; the hooks above still reach it. */
    protected abstract AutoCloseable cut() throws Exception;

    /** A node that renews. */
    protected final Leases<L> node() {
        return node(LeaseSettings.defaults());
    }

    /** A node with settings of its own. */
    protected final Leases<L> node(LeaseSettings settings) {
        Leases<L> node = leases(settings);
        opened.add(node);
        return node;
    }

    /** Waits for a condition, at most half a minute. */
    protected static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited " + BOUND + " in vain until " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Waits until the store keeps a name longer than a moment before. */
    protected final void awaitRenewal(String renewed) {
        AtomicReference<Duration> last = new AtomicReference<>(storedTime(renewed));
        await("'" + renewed + "' is renewed", () -> {
            Duration now = storedTime(renewed);
            return now.compareTo(last.getAndSet(now)) > 0;
        });
    }

    /** Takes a name that must be free. */
    protected final L take(Leases<L> node, String wanted, Duration time) {
        return node.tryAcquire(wanted, time).orElseThrow(() -> new AssertionError("'" + wanted + "' is not free"));
    }

    @AfterEach
    final void closeNodes() {
        opened.forEach(Leases::close);
    }

    @Test
    void oneHolderAtATime() {
        Leases<L> here = node();
        Leases<L> there = node();
        L lease = take(here, name, LONG);
        assertThat(lease.name()).isEqualTo(name);
        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(LONG);
        assertThat(there.tryAcquire(name, LONG)).isEmpty();
        lease.close();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        take(there, name, LONG).close();
    }

    /** Case L1: an acquisition owns the lease, not a thread. */
    @Test
    void sameThreadIsRefusedLikeAnyOther() {
        Leases<L> node = node();
        try (L lease = take(node, name, LONG)) {
            assertThat(node.tryAcquire(name, LONG)).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    /** Case L1. */
    @Test
    void lateReleaseLeavesTheNextHolderAlone() {
        Leases<L> node = node();
        L late = take(node, name, LONG);
        endTime(name);
        L next = take(node, name, LONG);
        late.close();
        late.close();
        assertThat(node().tryAcquire(name, LONG)).isEmpty();
        assertThat(next.isHeld()).isTrue();
        next.close();
    }

    /** Case L5. */
    @Test
    void storeKeepsNoLongerThanAsked() {
        take(node(LeaseSettings.defaults().withoutRenewal()), name, Duration.ofSeconds(2));
        assertThat(storedTime(name)).isLessThanOrEqualTo(Duration.ofSeconds(2));
        String other = name + "-long";
        take(node(), other, LONG);
        assertThat(storedTime(other)).isPositive().isLessThanOrEqualTo(LONG);
    }

    /** Case L5: the test's own time limit is what would tell. */
    @Test
    void tryOnAHeldNameDoesNotWait() {
        take(node(), name, Duration.ofDays(1));
        Leases<L> other = node();
        for (int times = 0; times < 20; times++) {
            assertThat(other.tryAcquire(name, LONG)).isEmpty();
        }
    }

    @Test
    void waiterGetsTheNameOnceItIsFree() throws Exception {
        L holder = take(node(), name, LONG);
        Leases<L> other = node();
        CompletableFuture<Optional<L>> waiter = inBackground(() -> other.acquire(name, LONG, LONG));
        assertThat(waiter).isNotDone();
        holder.close();
        try (L lease = waiter.get(30, TimeUnit.SECONDS).orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void boundedWaitEndsEmpty() throws Exception {
        take(node(), name, LONG);
        assertThat(node().acquire(name, LONG, Duration.ofMillis(50))).isEmpty();
        assertThat(node().acquire(name, LONG, Duration.ZERO)).isEmpty();
    }

    @Test
    void interruptedWaiterHoldsNothing() throws Exception {
        Leases<L> waiting = node();
        L holder = take(node(), name, LONG);
        CompletableFuture<Throwable> ending = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                waiting.acquire(name, LONG, LONG);
                ending.complete(new AssertionError("it was acquired"));
            } catch (Throwable thrown) {
                ending.complete(thrown);
            }
        });
        waiter.start();
        await("it waits", () -> waiter.getState() == Thread.State.TIMED_WAITING);
        waiter.interrupt();
        Throwable thrown = ending.get(30, TimeUnit.SECONDS);
        holder.close();
        assertThat(thrown).isInstanceOf(InterruptedException.class);
        take(node(), name, LONG).close();
    }

    /** Case L8: by hash code, letter case, padding, length, separators, hash tags, control characters, composition. */
    @Test
    void differentNamesNeverMeet() {
        Leases<L> node = node();
        String lengthy = "x".repeat(10_000);
        List<String> names = List.of(
                "Aa",
                "BB",
                "aa",
                "Aa ",
                " Aa",
                lengthy + "1",
                lengthy + "2",
                "{Aa}",
                "{Aa}b",
                "Aa:b",
                "Aa\u0000",
                "\u00e9",
                "e\u0301",
                "ä",
                "a",
                "😀",
                "😁");
        List<L> held = new ArrayList<>();
        for (String each : names) {
            held.add(take(node, name + each, LONG));
        }
        assertThat(held).allMatch(Lease::isHeld);
        for (String each : names) {
            assertThat(node.tryAcquire(name + each, LONG)).isEmpty();
        }
        held.forEach(Lease::close);
    }

    @Test
    void argumentsAreCheckedAtTheDoor() {
        Leases<L> node = node();
        for (Duration time :
                List.of(Duration.ZERO, Duration.ofMillis(9), Duration.ofMillis(-1), Duration.ofHours(25))) {
            assertThatThrownBy(() -> node.tryAcquire(name, time))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("time ");
        }
        assertThatThrownBy(() -> node.acquire(name, LONG, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("atMost ");
        for (String bad : List.of("", "  ", "half \ud83d")) {
            assertThatThrownBy(() -> node.tryAcquire(bad, LONG))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("name ");
        }
        take(node, name, LONG).close();
    }

    /** Case B35, the variant that is kept alive. */
    @Test
    void renewalKeepsTheName() {
        L lease = take(node(), name, SHORT);
        Told told = Told.by(lease);
        for (int times = 0; times < 4; times++) {
            awaitRenewal(name);
            assertThat(storedTime(name)).isLessThanOrEqualTo(SHORT);
        }
        assertThat(lease.isHeld()).isTrue();
        assertThat(told.reasons).isEmpty();
        lease.close();
        take(node(), name, LONG).close();
    }

    @Test
    void withoutRenewalItEndsWithItsTime() {
        L lease = take(node(LeaseSettings.defaults().withoutRenewal()), name, SHORT);
        Told told = Told.by(lease);
        Leases<L> other = node();
        await("somebody else gets it", () -> other.tryAcquire(name, LONG).isPresent());
        told.exactly(LeaseLoss.TIME_OVER);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
    }

    /** Case B35: the holder was away for longer than the lease, and somebody else has the name now. */
    @Test
    void holderIsToldThatSomebodyElseHasTheName() {
        L away = take(node(), name, Duration.ofSeconds(3));
        Told told = Told.by(away);
        endTime(name);
        L next = take(node(), name, LONG);
        told.exactly(LeaseLoss.GONE);
        assertThat(away.isHeld()).isFalse();
        away.close();
        assertThat(node().tryAcquire(name, LONG)).isEmpty();
        assertThat(next.isHeld()).isTrue();
        next.close();
    }

    /** Case L3: a store that forgot the name gives it out again, and everything works for the new holder. */
    @Test
    void forgottenNameIsRenewedForItsNextHolder() {
        L forgotten = take(node(), name, Duration.ofSeconds(3));
        Told told = Told.by(forgotten);
        endTime(name);
        told.exactly(LeaseLoss.GONE);
        L next = take(node(), name, SHORT);
        awaitRenewal(name);
        assertThat(next.isHeld()).isTrue();
        next.close();
    }

    /** Cases L2 and B39: nobody answers, so the holder goes by its own clock. */
    @Test
    void holderIsToldWhenTheStoreIsCutOff() throws Exception {
        Leases<L> node = node();
        L lease = take(node, name, Duration.ofSeconds(2));
        Told told = Told.by(lease);
        try (AutoCloseable cut = cut()) {
            told.exactly(LeaseLoss.TIME_OVER);
            assertThat(lease.isHeld()).isFalse();
            assertThatThrownBy(() -> node.tryAcquire(name, LONG)).isInstanceOf(StoreUnavailableException.class);
            lease.close();
        }
        await("it is had again", () -> {
            try {
                return node.tryAcquire(name, LONG).isPresent();
            } catch (StoreUnavailableException healing) {
                return false;
            }
        });
        told.exactly(LeaseLoss.TIME_OVER);
    }

    @Test
    void shortCutIsSurvived() throws Exception {
        Leases<L> node = node();
        L lease = take(node, name, Duration.ofSeconds(20));
        Told told = Told.by(lease);
        try (AutoCloseable cut = cut()) {
            assertThatThrownBy(() -> node.tryAcquire(name + "-2", LONG)).isInstanceOf(StoreUnavailableException.class);
        }
        awaitRenewal(name);
        assertThat(lease.isHeld()).isTrue();
        assertThat(told.reasons).isEmpty();
        lease.close();
    }

    @Test
    void callbackThatFailsHarmsNobody() {
        Leases<L> node = node();
        L lease = take(node, name, Duration.ofSeconds(3));
        L bystander = take(node, name + "-2", Duration.ofSeconds(3));
        lease.onLoss(why -> {
            throw new IllegalStateException("a callback of the test failed");
        });
        Told told = Told.by(lease);
        endTime(name);
        told.exactly(LeaseLoss.GONE);
        awaitRenewal(name + "-2");
        assertThat(bystander.isHeld()).isTrue();
        bystander.close();
    }

    @Test
    void callbackThatBlocksDelaysNobody() throws Exception {
        Leases<L> node = node();
        L lease = take(node, name, Duration.ofSeconds(3));
        L second = take(node, name + "-2", Duration.ofSeconds(3));
        CompletableFuture<Void> unblock = new CompletableFuture<>();
        try {
            lease.onLoss(why -> unblock.join());
            Told told = Told.by(lease);
            Told toldToo = Told.by(second);
            endTime(name);
            endTime(name + "-2");
            told.exactly(LeaseLoss.GONE);
            toldToo.exactly(LeaseLoss.GONE);
        } finally {
            unblock.complete(null);
        }
    }

    @Test
    void lossIsToldLateComersAtOnceAndTheReleasedNever() {
        Leases<L> node = node();
        L lost = take(node, name, Duration.ofSeconds(3));
        endTime(name);
        Told.by(lost).exactly(LeaseLoss.GONE);
        List<LeaseLoss> late = new ArrayList<>();
        lost.onLoss(late::add);
        assertThat(late).containsExactly(LeaseLoss.GONE);

        L released = take(node, name, LONG);
        Told told = Told.by(released);
        released.close();
        released.onLoss(late::add);
        node.close();
        assertThat(late).hasSize(1);
        assertThat(told.reasons).isEmpty();
    }

    @Test
    void renewalHasABoundedLife() {
        L lease = take(node(LeaseSettings.defaults().renewingFor(Duration.ofSeconds(2))), name, SHORT);
        Told told = Told.by(lease);
        Leases<L> other = node();
        told.exactly(LeaseLoss.LIFE_OVER);
        assertThat(lease.isHeld()).isFalse();
        await("somebody else gets it", () -> other.tryAcquire(name, LONG).isPresent());
    }

    @Test
    void closingTheNodeTellsHoldersAndFreesNothing() {
        Leases<L> node = node();
        L lease = take(node, name, LONG);
        Told told = Told.by(lease);
        node.close();
        node.close();
        told.exactly(LeaseLoss.CLOSED);
        assertThat(lease.isHeld()).isFalse();
        Leases<L> other = node();
        assertThat(other.tryAcquire(name, LONG)).isEmpty();
        assertThatThrownBy(() -> node.tryAcquire(name + "-2", LONG)).isInstanceOf(IllegalStateException.class);
        lease.close();
        take(other, name, LONG).close();
    }

    @Test
    void neverTwoHoldersAmongTwo() {
        race(2);
    }

    @Test
    void neverTwoHoldersAmongAHundred() {
        race(100);
    }

    private void race(int runners) {
        List<Leases<L>> nodes = List.of(node(), node());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        EffectLedger ledger = EffectLedger.inMemory();
        List<Race.Finish<Boolean>> finishes = Race.within(Duration.ofSeconds(100))
                .run(runners, runner -> () -> {
                    try (L lease = nodes.get(runner % 2)
                            .acquire(name, LONG, Duration.ofSeconds(90))
                            .orElseThrow()) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        enter(lease, ledger);
                        inside.decrementAndGet();
                        return lease.isHeld();
                    }
                });
        assertThat(finishes).allMatch(Race.Finish::answer);
        assertThat(most).hasValue(1);
        assertThat(ledger.entries()).hasSize(runners);
        afterRace(ledger);
    }

    /** What a runner writes into the ledger while it holds the name. */
    void enter(L lease, EffectLedger ledger) {
        ledger.enter(lease.name());
    }

    /** Looks at the ledger of a race. */
    void afterRace(EffectLedger ledger) {
        assertThat(ledger.count(name)).isEqualTo(ledger.entries().size());
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                future.complete(work.call());
            } catch (Throwable thrown) {
                future.completeExceptionally(thrown);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    /** What a holder was told. */
    protected static final class Told {
        private final List<LeaseLoss> reasons = new CopyOnWriteArrayList<>();

        private Told() {}

        /** Listens to a lease. */
        public static Told by(Lease lease) {
            Told told = new Told();
            lease.onLoss(told.reasons::add);
            return told;
        }

        /** Waits until it was told, and checks that it was told this, once. */
        public void exactly(LeaseLoss why) {
            await("the loss is told", () -> !reasons.isEmpty());
            assertThat(reasons).containsExactly(why);
        }
    }
}

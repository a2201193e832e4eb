package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.Operation;
import io.yici.OperationId;
import io.yici.guard.EntryGuard;
import io.yici.guard.EntryGuard.Entry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What every {@link EntryGuard} owes. Extend it with a guard on a real store. */
public abstract class EntryGuardContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(40);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The guard under test. Called several times, it answers for one and the same store. */
    protected abstract EntryGuard guard();

    /** A guard whose store cannot be reached. */
    protected abstract EntryGuard unreachable();

    /** A call after the first finds the entry occupied, however often it asks. */
    @Test
    protected void theSecondFindsTheEntryOccupied() {
        OperationId id = fresh();
        try (Entry.Entered held = entered(id, LONG)) {
            assertThat(held).isNotNull();
            assertThat(guard().enter(id, LONG)).isInstanceOf(Entry.Occupied.class);
            assertThat(guard().enter(id, SHORT)).isInstanceOf(Entry.Occupied.class);
        }
    }

    /** The entry is free as soon as its holder left. */
    @Test
    protected void whoLeavesLetsTheNextIn() {
        OperationId id = fresh();
        entered(id, LONG).close();
        entered(id, LONG).close();
    }

    /** Each operation has an entry of its own. */
    @Test
    protected void operationsDoNotStandInEachOthersWay() {
        try (Entry.Entered one = entered(fresh(), LONG);
                Entry.Entered other = entered(fresh(), LONG)) {
            assertThat(one).isNotSameAs(other);
        }
    }

    /** Nobody left, as after a crash: the time frees the entry (B34: it carries its life from the first instant). */
    @Test
    protected void theTimeFreesAnEntryThatNobodyLeft() {
        OperationId id = fresh();
        entered(id, SHORT);
        awaitEntered(id).close();
    }

    /** Half a second is half a second, not none (B34). */
    @Test
    protected void aLifeBelowASecondIsNotRoundedAway() {
        OperationId id = fresh();
        try (Entry.Entered held = entered(id, Duration.ofMillis(900))) {
            assertThat(held).isNotNull();
            assertThat(guard().enter(id, LONG)).isInstanceOf(Entry.Occupied.class);
        }
    }

    /** A holder whose time is over does not free the entry of the one after it. */
    @Test
    protected void whoComesBackLateFreesNobodyElsesEntry() {
        OperationId id = fresh();
        Entry.Entered late = entered(id, SHORT);
        try (Entry.Entered next = awaitEntered(id)) {
            late.close();
            assertThat(next).isNotNull();
            assertThat(guard().enter(id, LONG)).isInstanceOf(Entry.Occupied.class);
        }
    }

    /** Leaving a second time takes nothing from the one who came meanwhile. */
    @Test
    protected void leavingTwiceTakesNothingFromTheNext() {
        OperationId id = fresh();
        Entry.Entered first = entered(id, LONG);
        first.close();
        try (Entry.Entered next = entered(id, LONG)) {
            first.close();
            assertThat(next).isNotNull();
            assertThat(guard().enter(id, LONG)).isInstanceOf(Entry.Occupied.class);
        }
    }

    /** The owner is the entry, not the thread. */
    @Test
    protected void anotherThreadMayLeave() {
        OperationId id = fresh();
        Entry.Entered held = entered(id, LONG);
        Race.within(PATIENCE)
                .run(1, runner -> () -> {
                    held.close();
                    return runner;
                })
                .get(0)
                .answer();
        entered(id, LONG).close();
    }

    /** Of many at once exactly one enters, round after round. */
    @Test
    protected void ofManyAtOnceOneEnters() {
        for (int round = 0; round < 20; round++) {
            OperationId id = fresh();
            List<Race.Finish<Entry>> entries = Race.within(PATIENCE).run(12, runner -> () -> guard().enter(id, LONG));
            assertThat(entries.stream().filter(one -> one.answer() instanceof Entry.Entered))
                    .hasSize(1);
            assertThat(entries.stream().filter(one -> one.answer() instanceof Entry.Occupied))
                    .hasSize(11);
        }
    }

    /** An entry without a life worth the name is refused before the store is asked. */
    @Test
    protected void aLifeOfNothingIsRefused() {
        for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> guard().enter(fresh(), none))
                    .withMessageContaining("atMost");
        }
    }

    /** A store that cannot be reached is an answer with its cause, in bounded time, and never an entry (B39). */
    @Test
    protected void anUnreachableStoreIsAnAnswer() {
        Entry entry = Race.within(PATIENCE)
                .<Entry>run(1, runner -> () -> unreachable().enter(fresh(), LONG))
                .get(0)
                .answer();
        assertThat(entry)
                .isInstanceOfSatisfying(
                        Entry.Unavailable.class,
                        unavailable -> assertThat(unavailable.cause()).isNotNull());
    }

    private Entry.Entered entered(OperationId id, Duration atMost) {
        Entry entry = guard().enter(id, atMost);
        assertThat(entry).isInstanceOf(Entry.Entered.class);
        return (Entry.Entered) entry;
    }

    private Entry.Entered awaitEntered(OperationId id) {
        return (Entry.Entered) awaited(() -> guard().enter(id, LONG), Entry.Entered.class);
    }

    /** Asks until the answer is of a kind, at most for as long as a slow machine takes. */
    static <T> T awaited(Supplier<T> question, Class<? extends T> kind) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        T answer = question.get();
        while (!kind.isInstance(answer) && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            answer = question.get();
        }
        assertThat(answer).isInstanceOf(kind);
        return answer;
    }

    /** An operation that was never seen. */
    static OperationId fresh() {
        return Operation.named("contract.entry")
                .by("contract")
                .key(UUID.randomUUID().toString())
                .id();
    }
}

package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.yici.OperationId;
import io.yici.guard.TokenMarks;
import io.yici.guard.TokenMarks.Mark;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link TokenMarks} owes. Extend it with marks on a real store. */
public abstract class TokenMarksContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(40);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The marks under test. Called several times, they answer for one and the same store. */
    protected abstract TokenMarks marks();

    /** Marks whose store cannot be reached. */
    protected abstract TokenMarks unreachable();

    /** The first use is first, and every one after it repeated. */
    @Test
    protected void everyUseAfterTheFirstIsRepeated() {
        OperationId id = EntryGuardContract.fresh();
        assertThat(marks().consume(id, LONG)).isInstanceOf(Mark.First.class);
        for (int times = 0; times < 5; times++) {
            assertThat(marks().consume(id, LONG)).isInstanceOf(Mark.Repeated.class);
        }
    }

    /** Each token has a mark of its own. */
    @Test
    protected void tokensDoNotMarkEachOther() {
        assertThat(marks().consume(EntryGuardContract.fresh(), LONG)).isInstanceOf(Mark.First.class);
        assertThat(marks().consume(EntryGuardContract.fresh(), LONG)).isInstanceOf(Mark.First.class);
    }

    /** A mark ends with its time (B34: it carries its life from the first instant). */
    @Test
    protected void aMarkEndsWithItsTime() {
        OperationId id = EntryGuardContract.fresh();
        assertThat(marks().consume(id, SHORT)).isInstanceOf(Mark.First.class);
        EntryGuardContract.awaited(() -> marks().consume(id, SHORT), Mark.First.class);
    }

    /** A repeat with a short life leaves the first one's longer life as it was. */
    @Test
    protected void aRepeatDoesNotShortenTheLifeOfTheMark() {
        OperationId id = EntryGuardContract.fresh();
        OperationId shortLived = EntryGuardContract.fresh();
        assertThat(marks().consume(id, LONG)).isInstanceOf(Mark.First.class);
        assertThat(marks().consume(id, SHORT)).isInstanceOf(Mark.Repeated.class);
        assertThat(marks().consume(shortLived, SHORT)).isInstanceOf(Mark.First.class);
        EntryGuardContract.awaited(() -> marks().consume(shortLived, SHORT), Mark.First.class);
        assertThat(marks().consume(id, LONG)).isInstanceOf(Mark.Repeated.class);
    }

    /** Of many at once exactly one is first, round after round. */
    @Test
    protected void ofManyAtOnceOneIsFirst() {
        for (int round = 0; round < 20; round++) {
            OperationId id = EntryGuardContract.fresh();
            List<Race.Finish<Mark>> made = Race.within(PATIENCE).run(12, runner -> () -> marks().consume(id, LONG));
            assertThat(made.stream().filter(one -> one.answer() instanceof Mark.First))
                    .hasSize(1);
            assertThat(made.stream().filter(one -> one.answer() instanceof Mark.Repeated))
                    .hasSize(11);
        }
    }

    /** A mark without a life worth the name is refused before the store is asked. */
    @Test
    protected void aLifeOfNothingIsRefused() {
        for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> marks().consume(EntryGuardContract.fresh(), none))
                    .withMessageContaining("keep");
        }
    }

    /** A store that cannot be reached is an answer with its cause, in bounded time (B39). */
    @Test
    protected void anUnreachableStoreIsAnAnswer() {
        Mark mark = Race.within(PATIENCE)
                .<Mark>run(1, runner -> () -> unreachable().consume(EntryGuardContract.fresh(), LONG))
                .get(0)
                .answer();
        assertThat(mark)
                .isInstanceOfSatisfying(
                        Mark.Unavailable.class,
                        unavailable -> assertThat(unavailable.cause()).isNotNull());
    }
}
